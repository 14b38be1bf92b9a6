#pragma once

/// From now on jobs for the pool of threads are served by the main actor, first come, first served with its own. Calls nest.
void jobs_begin_serving_on_main_actor(void);

/// Ends what `jobs_begin_serving_on_main_actor` began. Jobs that wait there stay there.
void jobs_end_serving_on_main_actor(void);

/// Enqueues a job on the main actor, after those that it has.
void jobs_enqueue_on_main_actor(void *job);

/// Returns how many jobs these functions have enqueued on the main actor.
unsigned long jobs_enqueued_on_main_actor(void);
