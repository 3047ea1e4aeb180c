import { limitReached } from '#runtime/limits/limit-reached.ts'
import { isLoopback, networkBuckets } from '#runtime/network.ts'
import type { PassedOnBy } from '#runtime/route.ts'
import { takeFromBucket } from '../core/rate-limit-store.ts'
import type { Users } from '../core/users.ts'

export const defaultSignUpsPerMinute = 5
const windowMs = 60_000

/**
 * Counts a sign-up for the networks of whoever signs up. Not for this machine: that is a developer, unless a proxy that no
 * setting names is on it, behind which everybody is one network.
 * @throws {Failure} `signup_limited`
 */
export async function countSignUp(
  { db, clock, policy }: Users,
  { address, passedOnBy }: { address: string; passedOnBy: PassedOnBy | undefined },
): Promise<void> {
  if (isLoopback(address) && passedOnBy === 'nobody') return
  const buckets = networkBuckets(address).map(({ key, room }) => ({
    bucket: `signup ${key}`,
    quota: room * policy.signUpsPerMinute,
    windowMs,
  }))
  // The narrow one first: who is over its limit takes nothing from the neighbours in the wide one.
  const refused = await db.transaction(
    async (tx) => {
      for (const bucket of buckets) {
        const waitMs = await takeFromBucket(tx, bucket, clock.now())
        if (waitMs !== undefined) return { quota: bucket.quota, waitMs }
      }
      return undefined
    },
    { survives: 'restart' },
  )
  if (refused) throw limitReached('signup_limited', { name: 'signup', windowSeconds: 60, ...refused })
}
