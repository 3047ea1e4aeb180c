import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { justSignedIn } from '#tests/support/signed-in.ts'
import { stillClock } from '#tests/support/system.ts'
import { confirmTotp } from '../../factors/totp/confirm-totp.ts'
import { enrolTotp } from '../../factors/totp/enrol-totp.ts'
import { newToken } from '../../messages/links/link.ts'
import { keepLink } from '../../messages/links/send-link.ts'
import { createUser } from '../../sign-up/create-user.ts'
import { resetPassword } from '../reset-password.ts'
import { recoverAccount } from './recover-account.ts'

const email = 'ada@example.com'
const day = 24 * 60 * 60_000

/**
 * Opens a user service with a user, and returns functions that add an authenticator app and use the links of mails about changes.
 */
async function open(engine: Engine) {
  const clock = stillClock()
  const recorded = await openRecordedUsers(engine, { signup: 'open', clock })
  const { users } = recorded
  const { id: userId } = await createUser(users, { username: 'ada', email, by: null })
  await users.db.query`UPDATE users SET email_verified_at = ${clock.now()} WHERE id = ${userId}`
  const link = async (purpose: 'take_back' | 'reset_password', createdAt = clock.now()) => {
    const token = newToken()
    await users.db.transaction((tx) => keepLink(tx, users, { token, userId, purpose, email, createdAt }))
    return token
  }
  return {
    users,
    clock,
    link,
    /** Adds an app in a session that was authenticated at this time. Returns the time that is stored with the app. */
    async addApp(authenticatedAt = clock.now()) {
      const caller = { ...justSignedIn(userId, authenticatedAt), acr: 'aal2' as const }
      const { secret } = await enrolTotp(users, { userId, caller })
      await confirmTotp(users, { userId, caller, code: authenticatorApp(secret, clock).code() })
      const [row] = await users.db.query<{ added_at: number }>`SELECT added_at FROM totp_factors`
      return row?.added_at ?? 0
    },
    recoverAccount: async (token: string) => recoverAccount(users, { token }),
    hasApp: async () => (await users.db.query`SELECT user_id FROM totp_factors`).length > 0,
    [Symbol.asyncDispose]: () => recorded[Symbol.asyncDispose](),
  }
}

for (const engine of engines)
  describe(`on ${engine}`, () => {
    test('I120 the link of the mail about an app removes it, and so does that of an earlier change', async () => {
      for (const earlier of [0, 60_000]) {
        await using here = await open(engine)
        const added = await here.addApp()
        const [row] = await here.users.db.query<{ created_at: number }>`
          SELECT created_at FROM links WHERE purpose = 'take_back'`
        assert.equal(row?.created_at, added, 'the link has the time of the change')
        const token = await here.link('take_back', added - earlier)
        here.clock.advance(3 * day - 1)
        await here.recoverAccount(token)
        assert.equal(await here.hasApp(), false)
      }
    })

    test('I101 no link removes a factor that was confirmed before the change it is about', async () => {
      await using here = await open(engine)
      const added = await here.addApp()
      here.clock.advance(1_000)
      await here.recoverAccount(await here.link('take_back', added + 1))
      assert.equal(await here.hasApp(), true)
    })

    test('I101 after three days no link removes a factor, also one that was sent late', async () => {
      await using here = await open(engine)
      const added = await here.addApp()
      here.clock.advance(2 * day)
      const token = await here.link('take_back', added)
      here.clock.advance(day + 1)
      await here.recoverAccount(token)
      assert.equal(await here.hasApp(), true)
    })

    test('I101 a new password by mail removes no factor, not even one of a minute ago', async () => {
      await using here = await open(engine)
      await here.addApp()
      const token = await here.link('reset_password')
      await resetPassword(here.users, { token, password: 'four other words here' })
      assert.equal(await here.hasApp(), true)
    })

    test('what is added in a session is never older than its proof, by whichever clock', async () => {
      await using here = await open(engine)
      const login = here.clock.now() + 2_000
      assert.equal(await here.addApp(login), login)
      await here.recoverAccount(await here.link('take_back', login))
      assert.equal(await here.hasApp(), false)
    })
  })
