import type { Module } from '#runtime/module.ts'
import { expiredLogins, removeLogins } from '../login-store.ts'

/** Sweeps logins that were not completed, and forgets those of a deleted user. */
export const openLogins = (): Module => ({ sweeps: [expiredLogins], forgetUser: removeLogins })
