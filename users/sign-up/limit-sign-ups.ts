import { limitReached } from '#runtime/limits/limit-reached.ts'
import { isLoopback, networkBuckets } from '#runtime/network.ts'
import type { PassedOnBy } from '#runtime/requests/route.ts'
import { takeFromBucket } from '../core/rate-limit-store.ts'
import type { Users } from '../core/users.ts'

const windowMs = 60_000

/**
 * Counts a sign-up for the networks of its client. A direct connection over loopback is exempt, as it is a
 * developer's. A connection through a proxy counts, although all clients of a proxy that no setting names
 * share one network.
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
  // The narrow network is counted first: a client beyond its limit takes nothing from the wide network, which it shares with
  // neighbours.
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
