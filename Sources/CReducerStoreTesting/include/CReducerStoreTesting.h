#pragma once

#include <stdbool.h>

/// Starts running all jobs of Swift's thread pool on the main actor, in the order in which they are enqueued.
///
/// A job is a part of a task between two suspensions.
///
/// Each call needs a call of `jobs_end_serving_on_main_actor`. Calls may be nested.
void jobs_begin_serving_on_main_actor(void);

/// Reverts one call of `jobs_begin_serving_on_main_actor`. Jobs that are already enqueued on the main actor still run
/// there.
void jobs_end_serving_on_main_actor(void);

/// Starts a time in which tests let tasks settle: if a task leaves the main actor, the main actor runs its next job.
///
/// Each call needs a call of `jobs_end_settling`. Calls may be nested.
void jobs_begin_settling(void);

/// Reverts one call of `jobs_begin_settling`. Jobs that are already enqueued on the main actor still run there.
void jobs_end_settling(void);

/// Sets a function that selects further jobs of the pool to run on the main actor.
///
/// The function returns true for a job that is to run on the main actor. It is called on any thread. Its parameters are
/// the task that the job is a part of, and the task that enqueues the job, or null if no task is running.
void jobs_set_selector(bool (*selects)(void *job, void *current_task));

/// Returns the running task, or null if no task is running.
void *jobs_current_task(void);

/// Returns the number of jobs of the pool that were moved to the main actor since the process started.
unsigned long jobs_moved_to_main_actor(void);
