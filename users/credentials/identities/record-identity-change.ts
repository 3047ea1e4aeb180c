import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import type { User } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { sendNotice } from '../../messages/index.ts'
import type { Identity } from './identity.ts'

const texts = {
  'user.identity_linked': {
    kind: 'identity_linked',
    title: 'Sign-in added',
    body: (account: string) =>
      `You can sign in with ${account} from now on. If this was not you, secure your account now.`,
  },
  'user.identity_unlinked': {
    kind: 'identity_unlinked',
    title: 'Sign-in removed',
    body: (account: string) =>
      `${account} no longer signs you in, and your other sessions were ended. If this was not you, secure your account now.`,
  },
} as const

/**
 * Records that an account at another provider was linked to a user or unlinked, and notifies the user in the app and by mail,
 * in the transaction of the change: a thief must not be able to change how a user logs in without the user noticing (I122).
 */
export async function recordIdentityChange(
  tx: Sql,
  users: Users,
  { user, type, identity, at }: { user: User; type: keyof typeof texts; identity: Identity; at: number },
): Promise<void> {
  const { provider, email } = identity
  const data = { identity_id: identity.id, provider, by: user.id }
  await record(tx, { type, data, subject: user.id, at })
  const account = email === null ? provider : `${provider} (${email})`
  const { kind, title, body } = texts[type]
  await sendNotice(tx, users, {
    user,
    at,
    notification: { type, title, body: body(account), data },
    content: (link) => ({ kind, username: user.username, account, at, link }),
  })
}
