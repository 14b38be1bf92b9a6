// Why a hook: every suspension of a Swift task passes the pool of threads, also one on the main actor, whose continuation is resumed there first. So
// nothing on the main actor can tell whether a task has come to rest. The runtime has a hook for what is enqueued there (swift/Runtime/Concurrency.h).
#include "CReducerStoreTesting.h"

#include <stdatomic.h>

#define SWIFT __attribute__((swiftcall))

typedef SWIFT void (*enqueue)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue original);
extern enqueue_hook swift_task_enqueueGlobal_hook;
extern SWIFT void swift_task_enqueueMainExecutor(void *job);

static atomic_int serving;
static atomic_ulong enqueued;
static enqueue_hook previous;

static SWIFT void serve(void *job, enqueue original) {
  if (atomic_load(&serving) > 0)
    jobs_enqueue_on_main_actor(job);
  else if (previous)
    previous(job, original);
  else
    original(job);
}

__attribute__((constructor)) static void install_hook(void) {
  previous = swift_task_enqueueGlobal_hook;
  swift_task_enqueueGlobal_hook = serve;
}

void jobs_begin_serving_on_main_actor(void) { atomic_fetch_add(&serving, 1); }

void jobs_end_serving_on_main_actor(void) { atomic_fetch_sub(&serving, 1); }

void jobs_enqueue_on_main_actor(void *job) {
  atomic_fetch_add(&enqueued, 1);
  swift_task_enqueueMainExecutor(job);
}

unsigned long jobs_enqueued_on_main_actor(void) { return atomic_load(&enqueued); }
