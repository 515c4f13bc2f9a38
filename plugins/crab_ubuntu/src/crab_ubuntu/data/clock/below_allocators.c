/* Lets libfaketime 0.9.10 start below a program that brings its own allocator, such as Firefox.
 *
 * Such an allocator asks for the time when it is first used. That is when libfaketime gets ready, and whatever
 * memory it asks for then waits for the allocator, for ever. It asks in two places: when it looks for a function
 * that is nowhere, as the loader describes the failure, and when it opens a semaphore through which processes
 * share how often they asked for the time. Here are those functions, never called; and no such semaphore.
 *
 * cc -Os -s -shared -fPIC -nostartfiles -Wl,-z,noseparate-code,--build-id=none,--version-script=below_allocators.map
 *    -o below_allocators-x86_64.so below_allocators.c
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

typedef void *(*opener)(const char *, int, unsigned, unsigned);

void __ftime(void) {}
void nowhere_set(void) {}
void nowhere_get(void) {}
__asm__(".symver nowhere_set,timer_settime@GLIBC_2.2");
__asm__(".symver nowhere_get,timer_gettime@GLIBC_2.2");

void *sem_open(const char *name, int flags, unsigned mode, unsigned value) {
    static const char shared[] = "/faketime_";
    size_t i = 0;
    while (shared[i] && name[i] == shared[i])
        i++;
    if (!shared[i])
        return NULL; /* SEM_FAILED: libfaketime then goes without */
    return ((opener)dlsym(RTLD_NEXT, "sem_open"))(name, flags, mode, value);
}
