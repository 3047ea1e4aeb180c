import type { Module } from '#runtime/module.ts'
import { countOverKeys, forgetReplies, removeOverKeys } from './idempotency.ts'

/** Keeps the first reply to each Idempotency-Key for a day. */
export const idempotency: Module = {
  sweeps: [{ name: 'idempotency_keys', remove: removeOverKeys, countWaiting: countOverKeys }],
  forgetUser: forgetReplies,
}
