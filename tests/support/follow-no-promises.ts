import asyncHooks, { type HookCallbacks } from 'node:async_hooks'

/**
 * Lets the test runner follow timers and sockets to the test that an error belongs to, but not promises: to follow each of them
 * takes a tenth of the processor time of all tests. An error that no test waits for still fails the test or its file. Node loads
 * this file first, because the runner takes the function when it is loaded.
 */
const { createHook } = asyncHooks
Object.assign(asyncHooks, {
  createHook: (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false }),
})
