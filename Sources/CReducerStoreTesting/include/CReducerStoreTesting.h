#pragma once

#include <stdbool.h>

/// From now on jobs for the pool of threads are served by the main actor, first come, first served with its own. Calls
/// nest.
void jobs_begin_serving_on_main_actor(void);

/// Ends what `jobs_begin_serving_on_main_actor` began. Jobs that wait there stay there.
void jobs_end_serving_on_main_actor(void);

/// From now on tasks that leave the main actor are served there. Calls nest.
void jobs_begin_settling(void);

/// Ends what `jobs_begin_settling` began. Jobs that wait there stay there.
void jobs_end_settling(void);

/// From now on also those jobs are served by the main actor for which a function returns true. It gets the job, which
/// is a task, and the task that enqueues it, or null. It is called on any thread.
void jobs_serve(bool (*is_served)(void *job, void *current_task));

/// Returns the running task, or null.
void *jobs_current_task(void);

/// Returns how many jobs these functions have enqueued on the main actor.
unsigned long jobs_enqueued_on_main_actor(void);
