import { revokeAllKeys } from '#auth/core/keys/rotate-keys.ts'
import { endAllSessions } from '#auth/sessions/end-all-sessions.ts'
import { removeAllDevices } from '#auth/sign-in/devices/device-store.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Database } from '#runtime/database/database.ts'
import { countValidApiKeys } from '#users/api-keys/api-key-store.ts'
import { removeAllLinks } from '#users/messages/links/link-store.ts'

export interface EndedAfterRestore {
  sessions: number
  links: number
  /** The number of devices on which a login needed no second factor. */
  devices: number
  signingKeys: number
  /** The number of API keys that are still valid. They are not revoked, because machines would stop working. */
  goodApiKeys: number
}

/**
 * Ends every credential that may have been ended since the backup was made: sessions, links in mails, remembered devices, and
 * signing keys. The next start makes new signing keys. A login that is under way expires by itself, within ten minutes.
 */
export async function endAllEntries(
  { users, auth }: { users: Database; auth: Database },
  clock: Clock,
): Promise<EndedAfterRestore> {
  const now = clock.now()
  const signingKeys = await revokeAllKeys({ db: auth, clock })
  const sessions = await endAllSessions(auth, 'revoked', now)
  const links = await users.transaction((tx) => removeAllLinks(tx))
  const devices = await auth.transaction((tx) => removeAllDevices(tx))
  return { sessions, links, devices, signingKeys, goodApiKeys: await countValidApiKeys(users, now) }
}

/** Formats the numbers of credentials that were ended as rows of a table. */
export const describeEnded = ({
  sessions,
  links,
  devices,
  signingKeys,
  goodApiKeys,
}: EndedAfterRestore): string[][] => [
  ['sessions ended', `${sessions}   (all users sign in again)`],
  ['links ended', `${links}   (users request new emails)`],
  ['devices no longer trusted', `${devices}   (sign-in asks for the second factor again)`],
  ['signing keys revoked', `${signingKeys}   (the next start creates new ones)`],
  ['API keys still valid', `${goodApiKeys}   (check them: latchkey api-keys list)`],
]

/** Returns the numbers of credentials that were ended, under the names that they have in JSON. */
export const endedFields = (ended: EndedAfterRestore) => ({
  sessions_ended: ended.sessions,
  links_ended: ended.links,
  devices_forgotten: ended.devices,
  signing_keys_revoked: ended.signingKeys,
  api_keys_still_good: ended.goodApiKeys,
})
