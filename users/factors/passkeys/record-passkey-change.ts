import type { EventData } from '#contract/events/event-types.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import type { User } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { sendNotice } from '../../messages/index.ts'

/** A change of a user's passkeys, with the data of its event. */
type PasskeyChange = {
  [Type in 'user.passkey_added' | 'user.passkey_removed' | 'user.passkey_suspect']: {
    type: Type
    data: EventData<Type>
  }
}['user.passkey_added' | 'user.passkey_removed' | 'user.passkey_suspect']

const texts = {
  'user.passkey_added': {
    kind: 'passkey_added',
    title: 'Passkey added',
    body: (name: string) =>
      `The passkey ${name} signs you in from now on. If this was not you, secure your account now.`,
  },
  'user.passkey_removed': {
    kind: 'passkey_removed',
    title: 'Passkey removed',
    body: (name: string) =>
      `The passkey ${name} no longer signs you in, and your other sessions were ended. If this was not you, secure your account now.`,
  },
  'user.passkey_suspect': {
    kind: 'passkey_suspect',
    title: 'Passkey refused',
    body: (name: string) =>
      `The passkey ${name} may have been copied. It is refused from now on, and every session was ended. Remove it, and add another one.`,
  },
} as const

/**
 * Records a change of a user's passkeys and notifies the user, in the app and by mail, in the transaction of the change: a
 * thief must not be able to add or remove a passkey without the user noticing (I122).
 */
export async function recordPasskeyChange(
  tx: Sql,
  users: Users,
  { user, change, at }: { user: User; change: PasskeyChange; at: number },
): Promise<void> {
  const { type, data } = change
  const level = type === 'user.passkey_suspect' ? 'warn' : 'info'
  await record(tx, { ...change, subject: user.id, at }, { level })
  const { kind, title, body } = texts[type]
  await sendNotice(tx, users, {
    user,
    at,
    notification: { type, title, body: body(data.name), data: { ...data } },
    content: (link) => ({ kind, username: user.username, name: data.name, at, link }),
  })
}
