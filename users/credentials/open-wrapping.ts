import { newId } from '#runtime/ids.ts'
import { lazily } from '#runtime/lazily.ts'
import { type Loop, startLoop } from '#runtime/loop.ts'
import type { Users } from '../core/users.ts'
import { findWrappingSince } from './start-wrapping.ts'

const loadWrapping = lazily(() => import('./wrap-fast-hashes.ts'))

const idleMs = 60_000

/** Wraps the fast hashes that earlier versions stored, in the background, once an operator has asked for it. */
export function openWrapping(users: Users): { start(): Loop } {
  const holder = newId(users.clock.now())
  return {
    start: () =>
      startLoop('wrap fast hashes', { idleMs, log: users.log }, async () => {
        // The formats of other systems are loaded only where they are needed.
        if ((await findWrappingSince(users.db)) === undefined) return false
        return (await loadWrapping()).wrapFastHashes(users, holder)
      }),
  }
}
