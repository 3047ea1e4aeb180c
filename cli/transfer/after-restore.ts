import { revokeAllKeys } from '#auth/keys/rotate-keys.ts'
import { endAllSessions } from '#auth/sessions/session-store.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { countGoodApiKeys } from '#users/api-keys/api-key-store.ts'
import { removeAllLinks } from '#users/links/link-store.ts'

export interface EndedAfterRestore {
  sessions: number
  links: number
  signingKeys: number
  /** Left as they are: machines would stand still without them. */
  goodApiKeys: number
}

/**
 * Ends whatever lets somebody in and may have been over since the backup was made: sessions, links in mails, and the
 * signing keys, whose successors the next start makes.
 */
export async function endAllEntries(
  { users, auth }: { users: Database; auth: Database },
  clock: Clock,
): Promise<EndedAfterRestore> {
  const now = clock.now()
  const signingKeys = await revokeAllKeys({ db: auth, clock })
  const sessions = await endAllSessions(auth, 'revoked', now)
  const links = await users.transaction((tx) => removeAllLinks(tx))
  return { sessions, links, signingKeys, goodApiKeys: await countGoodApiKeys(users, now) }
}

/** As rows of a table. */
export const describeEnded = ({
  sessions,
  links,
  signingKeys,
  goodApiKeys,
}: EndedAfterRestore): string[][] => [
  ['sessions ended', `${sessions}   (everybody logs in again)`],
  ['links ended', `${links}   (whoever waits for a mail asks again)`],
  ['signing keys revoked', `${signingKeys}   (the next start makes new ones)`],
  ['API keys still good', `${goodApiKeys}   (revoke those that were revoked since: latchkey api-keys list)`],
]
