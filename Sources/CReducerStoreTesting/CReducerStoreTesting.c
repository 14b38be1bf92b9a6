// Runs jobs of Swift's thread pool on the main actor, so that tests can wait for tasks and have a fixed order.
//
// A job is a part of a task between two suspensions. After each suspension, the runtime enqueues the next job in its
// thread pool, even if the task continues on the main actor. So code on the main actor cannot determine whether a task
// is waiting. The runtime has a hook for jobs that are enqueued in the pool (swift/Runtime/Concurrency.h).
#include "CReducerStoreTesting.h"

#include <pthread.h>
#include <stdatomic.h>

#define SWIFT __attribute__((swiftcall))

typedef SWIFT void (*enqueue)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue original);
extern enqueue_hook swift_task_enqueueGlobal_hook;
extern SWIFT void swift_task_enqueueMainExecutor(void *job);
extern SWIFT void *swift_task_getCurrent(void);

// The function that `jobs_serve` has set, or null.
static bool (*_Atomic jobs_is_served)(void *job, void *current_task);

// The numbers of calls of `jobs_begin_serving_on_main_actor` and `jobs_begin_settling` that have not been ended.
static atomic_int serving, settling;
// The thread of the main actor.
static pthread_t main_thread;
// The number of jobs that were enqueued on the main actor here.
static atomic_ulong enqueued;
// The hook that another library had installed before, or null.
static enqueue_hook previous;

// Returns whether the main actor runs a job of the pool.
static bool is_served(void *job) {
  if (atomic_load(&serving) > 0)
    return true;
  void *current = swift_task_getCurrent();
  // There is no current task if a task enqueues itself to leave the main actor. An effect may have started this task.
  // The runtime has no hook for the start of a task, so all such tasks are served.
  if (!current && atomic_load(&settling) > 0 && pthread_equal(pthread_self(), main_thread))
    return true;
  bool (*is_served)(void *, void *) = atomic_load(&jobs_is_served);
  return is_served && is_served(job, current);
}

static void enqueue_on_main_actor(void *job) {
  atomic_fetch_add(&enqueued, 1);
  swift_task_enqueueMainExecutor(job);
}

// The hook: enqueues a job on the main actor or in the pool.
static SWIFT void serve(void *job, enqueue original) {
  if (is_served(job))
    enqueue_on_main_actor(job);
  else if (previous)
    previous(job, original);
  else
    original(job);
}

// Defined in ReducerStoreTesting, in TestStorage.swift.
extern void reducer_store_testing_did_load(void);

// Runs when the process starts, on the main thread.
__attribute__((constructor)) static void install_hook(void) {
  reducer_store_testing_did_load();
  main_thread = pthread_self();
  previous = swift_task_enqueueGlobal_hook;
  swift_task_enqueueGlobal_hook = serve;
}

void jobs_begin_serving_on_main_actor(void) { atomic_fetch_add(&serving, 1); }

void jobs_end_serving_on_main_actor(void) { atomic_fetch_sub(&serving, 1); }

void jobs_begin_settling(void) { atomic_fetch_add(&settling, 1); }

void jobs_end_settling(void) { atomic_fetch_sub(&settling, 1); }

void jobs_serve(bool (*is_served)(void *job, void *current_task)) { atomic_store(&jobs_is_served, is_served); }

void *jobs_current_task(void) { return swift_task_getCurrent(); }

unsigned long jobs_enqueued_on_main_actor(void) { return atomic_load(&enqueued); }
