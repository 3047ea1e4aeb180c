import type { Module } from '#runtime/module.ts'
import { expiredReplies, forgetReplies } from './idempotency.ts'

/** This module keeps the first reply to each Idempotency-Key for a day. */
export const idempotency: Module = {
  sweeps: [expiredReplies],
  forgetUser: forgetReplies,
}
