import { Failure } from '#contract/declaration/failures.ts'
import { emailKey, usernameKey } from '#contract/rules/names.ts'
import { toRfc3339 } from '#runtime/clock.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import { findApiKeyIdsBy } from '../../api-keys/index.ts'
import { alertAdmins } from '../../core/alert-admins.ts'
import { removePassword } from '../../core/credentials-store.ts'
import { deliverSessionEnds } from '../../core/deliver-session-ends.ts'
import { queueSessionEnd } from '../../core/session-directory.ts'
import { requireEmailKey, type User } from '../../core/user.ts'
import { findTaken, replaceUser } from '../../core/user-store.ts'
import type { Users } from '../../core/users.ts'
import { removeFactorsSince } from '../../factors/index.ts'
import {
  createToken,
  lifetimesMs,
  removeEntryLinks,
  removeLaterLinks,
  useLink,
} from '../../messages/index.ts'
import { removeIdentitiesLinkedSince } from '../identities/remove-identities-linked-since.ts'
import { findCreatedCredentials, linesOf, revokeCreatedCredentials } from './created-credentials.ts'

/**
 * The time before the change that the mail reports from which API keys and webhooks are ended too. A thief may have made them
 * shortly before the change, and no mail tells the user of each.
 */
const beforeNoticeMs = 60 * 60_000

/**
 * The time in which a new second factor can be removed by a mail: the one about its addition, or about an earlier change. After
 * that no mail removes it, because access to one mailbox must not be enough to get around both factors (I101).
 */
const probationMs = lifetimesMs.take_back

/**
 * Recovers an account for the owner of an address, who used the link “This was not me” of a mail. It ends every session and
 * removes the password. It also removes the second factors, the accounts at providers and the consents for applications that were
 * added with that change or after it, and restores the address that the link was sent to. Returns a token for setting a new
 * password.
 * @throws {Failure} `link_invalid`, also when another user has that address now
 */
export async function recoverAccount(
  users: Users,
  input: { token: string },
): Promise<{ userId: string; resetToken: string; sessionEpoch: number }> {
  const { user, resetToken } = await users.db.transaction(async (tx) => {
    const at = users.clock.now()
    const { link, user: before } = await useLink(tx, { token: input.token, purposes: ['take_back'], now: at })
    const isOther = emailKey(before.email) !== emailKey(link.email)
    const keys = { usernameKey: usernameKey(before.username), emailKey: requireEmailKey(link.email) }
    const wanted = { usernameKey: '', emailKey: keys.emailKey }
    if (isOther && (await findTaken(tx, wanted, { exceptId: before.id, now: at })))
      throw new Failure('link_invalid')
    const after: User = {
      ...before,
      email: isOther ? link.email : before.email,
      emailVerifiedAt: isOther ? at : before.emailVerifiedAt,
      hasPassword: false,
      sessionEpoch: before.sessionEpoch + 1,
      version: before.version + 1,
      updatedAt: at,
    }
    await replaceUser(tx, after, keys)
    await removePassword(tx, after.id)
    await removeEntryLinks(tx, after.id)
    // Links that were sent later may belong to the thief. Earlier ones belong to the owner.
    await removeLaterLinks(tx, link)
    const about = { subject: after.id, at }
    if (isOther) {
      const data = { email: after.email, previous_email: before.email, by: null }
      await record(tx, { type: 'user.email_changed', data, ...about })
    }
    const why = isOther ? 'email_change_undone' : 'reported'
    await record(tx, { type: 'user.secured', data: { why }, ...about }, { level: 'warn' })
    const since = Math.max(link.createdAt, at - probationMs)
    const madeSince = link.createdAt - beforeNoticeMs
    const order = { user_id: after.id, epoch: after.sessionEpoch, reason: 'revoked' } as const
    const takenBack = {
      given_since: toRfc3339(since),
      made_since: toRfc3339(madeSince),
      made_by: await findMakers(tx, { userId: after.id, since: madeSince }),
    }
    await queueSessionEnd(tx, { ...order, taken_back: takenBack }, at)
    await endWhatStayed(tx, { userId: after.id, since: madeSince, at })
    await removeFactorsSince(tx, { userId: after.id, since, at })
    await removeIdentitiesLinkedSince(tx, { userId: after.id, since, at })
    const { id: userId, email } = after
    const { token } = await createToken(tx, users, { userId, purpose: 'reset_password', email })
    return { user: after, resetToken: token }
  })
  await deliverSessionEnds(users, user.id)
  return { userId: user.id, resetToken, sessionEpoch: user.sessionEpoch }
}

/** The maximum number of ids in the order to end sessions, so that it fits into a request. */
const maxMakers = 1_000

/** Finds who may have made OpenID clients in the name of a user: the user, and API keys that the user has made. */
const findMakers = async (
  tx: Sql,
  { userId, since }: { userId: string; since: number },
): Promise<string[]> => [
  userId,
  ...(await findApiKeyIdsBy(tx, { madeBy: userId, usableAt: since, limit: maxMakers - 1 })),
]

/**
 * Ends the API keys and webhooks that were made since the notice of a change. They would keep working after all sessions have
 * ended, and the owner says that a thief made them. The notice to the admins lists the ones that were ended, and the older ones
 * that still work, because only people can judge those.
 */
async function endWhatStayed(
  tx: Sql,
  { userId, since, at }: { userId: string; since: number; at: number },
): Promise<void> {
  const ended = linesOf(await revokeCreatedCredentials(tx, { madeBy: userId, since, at }))
  const left = linesOf(await findCreatedCredentials(tx, { madeBy: userId, since: 0, now: at }))
  if (ended || left) await alertAdmins(tx, { kind: 'user_secured', userId, ended, left }, at)
}
