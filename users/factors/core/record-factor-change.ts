import type { EventData } from '#contract/events/event-types.ts'
import type { Sql } from '#runtime/database/database.ts'
import { record } from '#runtime/events/record.ts'
import type { User } from '../../core/user.ts'
import type { Users } from '../../core/users.ts'
import { type MailContent, sendNotice } from '../../messages/index.ts'

type ChangeType =
  | 'user.factor_added'
  | 'user.factor_removed'
  | 'user.recovery_codes_made'
  | 'user.recovery_code_used'
  | 'user.factors_reset'

/** A change of a user's second factors, with the data of its event. */
export type FactorChange = { [Type in ChangeType]: { type: Type; data: EventData<Type> } }[ChangeType]

/**
 * Records a change of a user's second factors and notifies the user, in the app and by mail, in the transaction of the change:
 * a thief must not be able to add or remove a factor without the user noticing (I122).
 */
export async function recordFactorChange(
  tx: Sql,
  users: Users,
  { user, change, at }: { user: User; change: FactorChange; at: number },
): Promise<void> {
  await record(tx, { ...change, subject: user.id, at })
  const { title, body } = textOf(change)
  await sendNotice(tx, users, {
    user,
    at,
    notification: { type: change.type, title, body, data: { ...change.data } },
    content: (link) => mailOf(change, { username: user.username, at, link }),
  })
}

function textOf({ type, data }: FactorChange): { title: string; body: string } {
  switch (type) {
    case 'user.factor_added':
      return {
        title: 'Authenticator app added',
        body: 'From now on a sign-in asks for a code of the app. If this was not you, secure your account now.',
      }
    case 'user.factor_removed':
      return {
        title: 'Authenticator app removed',
        body: 'A sign-in no longer asks for a code of the app, and your other sessions were ended. If this was not you, secure your account now.',
      }
    case 'user.recovery_codes_made':
      return { title: 'New recovery codes', body: 'The recovery codes that you had before no longer work.' }
    case 'user.recovery_code_used':
      return {
        title: 'Recovery code used',
        body: `One of your recovery codes was used. Codes left: ${data.left}. If this was not you, secure your account now.`,
      }
    case 'user.factors_reset':
      return {
        title: 'Second factors removed',
        body: 'An administrator removed your second factors, and every session was ended.',
      }
  }
}

function mailOf(
  { type, data }: FactorChange,
  to: { username: string; at: number; link: string },
): MailContent {
  switch (type) {
    case 'user.factor_added':
      return { kind: 'factor_added', ...to }
    case 'user.factor_removed':
      return { kind: 'factor_removed', ...to }
    case 'user.recovery_codes_made':
      return { kind: 'recovery_codes_made', ...to }
    case 'user.recovery_code_used':
      return { kind: 'recovery_code_used', ...to, left: data.left }
    case 'user.factors_reset':
      return { kind: 'factors_reset', ...to }
  }
}
