import asyncHooks, { type HookCallbacks } from 'node:async_hooks'

/**
 * The test runner may follow timers and sockets to find the test that an error belongs to, but not promises: following
 * each of them takes a tenth of the processor time of all tests. An error that no test waits for still fails the test or
 * its file. Node must load this file first, because the test runner takes the function that follows promises when it is
 * loaded.
 */
const { createHook } = asyncHooks
Object.assign(asyncHooks, {
  createHook: (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false }),
})
