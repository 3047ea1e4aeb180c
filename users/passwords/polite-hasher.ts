import { availableParallelism } from 'node:os'
import type { PasswordHasher } from '../core/password-hasher.ts'
import { createPasswordHasher } from './password-hash.ts'

/** The lowest priority of a thread: on a busy core it gets an eighth of what a thread with a hash of a login gets. */
const niceness = 19

/**
 * Creates the hasher of a command that hashes for minutes beside the services: in a quarter of the cores, behind the logins, and
 * without a limit to the wait, because no client waits for a reply.
 */
export const politeHasher = (): PasswordHasher =>
  createPasswordHasher({
    maxConcurrentHashes: Math.max(1, Math.floor(availableParallelism() / 4)),
    longestWaitMs: Number.POSITIVE_INFINITY,
    niceness,
  })
