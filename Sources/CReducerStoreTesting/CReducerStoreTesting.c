// Runs jobs of Swift's thread pool on the main actor, so that tests can wait for tasks and have a fixed order.
//
// A job is a part of a task between two suspensions. After each suspension, the runtime enqueues the next job in its
// thread pool, even if the task continues on the main actor. So code on the main actor cannot determine whether a task
// is waiting. The runtime has a hook for jobs that are enqueued in the pool (swift/Runtime/Concurrency.h). A job is
// served if the hook enqueues it on the main actor instead.
#include "CReducerStoreTesting.h"

#include <pthread.h>
#include <stdatomic.h>

#define SWIFT __attribute__((swiftcall))

typedef SWIFT void (*enqueue)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue original);
extern enqueue_hook swift_task_enqueueGlobal_hook;
extern SWIFT void swift_task_enqueueMainExecutor(void *job);
extern SWIFT void *swift_task_getCurrent(void);

// The function that `jobs_set_selector` has set, or null.
static bool (*_Atomic selector)(void *job, void *current_task);

// The numbers of calls of `jobs_begin_serving_on_main_actor` and `jobs_begin_settling` that have no call of their `end`
// function yet.
static atomic_int serving_calls, settling_calls;
// The thread of the main actor.
static pthread_t main_thread;
// The number of jobs of the pool that were moved to the main actor.
static atomic_ulong moved_count;
// The hook that another library had installed before, or null.
static enqueue_hook previous_hook;

// Returns whether a job of the pool is served.
static bool is_served(void *job) {
  if (atomic_load(&serving_calls) > 0) return true;
  void *current = swift_task_getCurrent();
  // There is no current task if a task enqueues itself to leave the main actor. An effect may have started this task.
  // The runtime has no hook for the start of a task, so all such tasks are served during the settling.
  if (!current && atomic_load(&settling_calls) > 0 && pthread_equal(pthread_self(), main_thread)) return true;
  bool (*selects)(void *, void *) = atomic_load(&selector);
  return selects && selects(job, current);
}

static void enqueue_on_main_actor(void *job) {
  atomic_fetch_add(&moved_count, 1);
  swift_task_enqueueMainExecutor(job);
}

// The hook: enqueues a job on the main actor or in the pool.
static SWIFT void enqueue_job(void *job, enqueue original) {
  if (is_served(job))
    enqueue_on_main_actor(job);
  else if (previous_hook)
    previous_hook(job, original);
  else
    original(job);
}

// Defined in ReducerStoreTesting, in TestStorages.swift.
extern void reducer_store_testing_did_load(void);

// Runs when the process starts, on the main thread.
__attribute__((constructor)) static void install_hook(void) {
  reducer_store_testing_did_load();
  main_thread = pthread_self();
  previous_hook = swift_task_enqueueGlobal_hook;
  swift_task_enqueueGlobal_hook = enqueue_job;
}

void jobs_begin_serving_on_main_actor(void) { atomic_fetch_add(&serving_calls, 1); }

void jobs_end_serving_on_main_actor(void) { atomic_fetch_sub(&serving_calls, 1); }

void jobs_begin_settling(void) { atomic_fetch_add(&settling_calls, 1); }

void jobs_end_settling(void) { atomic_fetch_sub(&settling_calls, 1); }

void jobs_set_selector(bool (*selects)(void *job, void *current_task)) { atomic_store(&selector, selects); }

void *jobs_current_task(void) { return swift_task_getCurrent(); }

unsigned long jobs_moved_to_main_actor(void) { return atomic_load(&moved_count); }
