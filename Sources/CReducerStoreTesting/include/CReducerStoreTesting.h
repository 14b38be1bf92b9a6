#pragma once

/// From now on jobs for the pool of threads are served by the main actor, first come, first served with its own. Calls nest.
void jobs_begin_serving_on_main_actor(void);

/// Ends what `jobs_begin_serving_on_main_actor` began. Jobs that wait there stay there.
void jobs_end_serving_on_main_actor(void);
