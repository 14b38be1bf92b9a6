// The reason for a hook: every suspension of a Swift task passes the pool of threads, also a suspension on the main
// actor, whose continuation is resumed in the pool first. So nothing on the main actor shows whether a task has come to
// rest. The runtime has a hook for jobs that are enqueued in the pool (swift/Runtime/Concurrency.h).
#include "CReducerStoreTesting.h"

#include <pthread.h>
#include <stdatomic.h>

#define SWIFT __attribute__((swiftcall))

typedef SWIFT void (*enqueue)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue original);
extern enqueue_hook swift_task_enqueueGlobal_hook;
extern SWIFT void swift_task_enqueueMainExecutor(void *job);
extern SWIFT void *swift_task_getCurrent(void);

static bool (*_Atomic jobs_is_served)(void *job, void *current_task);

static atomic_int serving, settling;
static pthread_t main_thread;
static atomic_ulong enqueued;
static enqueue_hook previous;

static bool is_served(void *job) {
  if (atomic_load(&serving) > 0)
    return true;
  void *current = swift_task_getCurrent();
  // A task that leaves the main actor is no longer current when it is enqueued. It may be one that an effect has begun
  // there: the runtime has no hook for its beginning.
  if (!current && atomic_load(&settling) > 0 && pthread_equal(pthread_self(), main_thread))
    return true;
  bool (*is_served)(void *, void *) = atomic_load(&jobs_is_served);
  return is_served && is_served(job, current);
}

static void enqueue_on_main_actor(void *job) {
  atomic_fetch_add(&enqueued, 1);
  swift_task_enqueueMainExecutor(job);
}

static SWIFT void serve(void *job, enqueue original) {
  if (is_served(job))
    enqueue_on_main_actor(job);
  else if (previous)
    previous(job, original);
  else
    original(job);
}

// In ReducerStoreTesting.
extern void reducer_store_testing_did_load(void);

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
