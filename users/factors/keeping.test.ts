import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { operator, type SignedInCaller } from '#contract/declaration/endpoint.ts'
import type { Sql } from '#runtime/database/database.ts'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { justSignedIn } from '#tests/support/signed-in.ts'
import { storedEvents } from '#tests/support/stored.ts'
import { stillClock } from '#tests/support/system.ts'
import { findUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { recoverAccount } from '../credentials/account-recovery/recover-account.ts'
import { newToken } from '../messages/links/link.ts'
import { keepLink } from '../messages/links/send-link.ts'
import { createUser } from '../sign-up/create-user.ts'
import { findFactors } from './find-factors.ts'
import { proveFactor } from './prove-factor.ts'
import { makeRecoveryCodes } from './recovery-codes/make-recovery-codes.ts'
import { resealFactors } from './reseal-factors.ts'
import { resetFactors } from './reset-factors.ts'
import { confirmTotp } from './totp/confirm-totp.ts'
import { enrolTotp } from './totp/enrol-totp.ts'
import { removeTotp } from './totp/remove-totp.ts'
import { recoveryCodesTransfer, totpTransfer } from './transfer.ts'

/** Opens a user service with its own clock, and a user in it whose address is confirmed. */
async function open(engine: Engine, clock = stillClock()) {
  const recorded = await openRecordedUsers(engine, { signup: 'open', clock })
  const { users } = recorded
  const { id } = await createUser(users, { username: 'ada', email: 'ada@example.com', by: null })
  await users.db.query`UPDATE users SET email_verified_at = ${clock.now()} WHERE id = ${id}`
  const caller = (): SignedInCaller => ({
    ...justSignedIn(id, clock.now()),
    acr: 'aal2',
    amr: ['pwd', 'otp'],
  })
  const addApp = async () => {
    const { secret } = await enrolTotp(users, { userId: id, caller: caller() })
    const app = authenticatorApp(secret, clock)
    const { recoveryCodes = [] } = await confirmTotp(users, {
      userId: id,
      caller: caller(),
      code: app.nextCode(),
    })
    return { app, codes: recoveryCodes }
  }
  const prove = async (proof: { totp: string } | { recovery_code: string }, by: Users = users) => {
    const user = await findUser(users.db, id)
    const stood = { session_epoch: user?.sessionEpoch ?? 0, factors_version: user?.factorsVersion ?? 0 }
    return proveFactor(by, { user_id: id, ...stood, ...proof })
  }
  const shown = () => findFactors(users, { userId: id, caller: operator })
  return {
    users,
    clock,
    id,
    caller,
    addApp,
    prove,
    shown,
    [Symbol.asyncDispose]: () => recorded[Symbol.asyncDispose](),
  }
}

const withKeys = (users: Users, masterKeys: Buffer[]): Users => ({
  ...users,
  secrets: { ...users.secrets, masterKeys },
})

/** Reads the lines about second factors that an export of a database contains. */
async function exported(db: Sql) {
  const from = { after: '', limit: 10, now: 0 }
  const [totp = {}] = await totpTransfer.page(db, from)
  const [codes = {}] = await recoveryCodesTransfer.page(db, from)
  return {
    totp: totpTransfer.read({ type: 'totp_factor', ...totp }),
    codes: recoveryCodesTransfer.read({ type: 'recovery_codes', ...codes }),
  }
}

for (const engine of engines)
  describe(`on ${engine}`, () => {
    test('an export takes apps and recovery codes along, for the same master key only', async () => {
      await using first = await open(engine)
      await using second = await open(engine === 'sqlite' ? 'postgres' : 'sqlite', first.clock)
      const { app, codes } = await first.addApp()
      const [used = '', left = ''] = codes
      await first.prove({ recovery_code: used })
      const lines = await exported(first.users.db)
      const { db } = second.users
      // The user is imported before its factors, with the same id.
      await db.query`UPDATE users SET id = ${first.id} WHERE id = ${second.id}`
      const write = async (masterKeys: readonly Buffer[]) => [
        ...(await totpTransfer.write(db, [lines.totp], { now: 0, masterKeys })),
        ...(await recoveryCodesTransfer.write(db, [lines.codes], { now: 0, masterKeys })),
      ]
      const refused = await write([randomBytes(32)])
      assert.deepEqual(
        refused.map((outcome) => typeof outcome === 'object' && outcome.pointer),
        ['/secret', '/key'],
      )
      const masterKeys = [randomBytes(32), ...first.users.secrets.masterKeys]
      assert.deepEqual(await write(masterKeys), ['imported', 'imported'])
      assert.deepEqual(await write(masterKeys), ['already_there', 'already_there'])
      // Imported secrets are encrypted again, with the current master key of the installation that imports them.
      const there = withKeys(second.users, masterKeys.slice(0, 1))
      const stood = { user_id: first.id, session_epoch: 0, factors_version: 1 }
      await proveFactor(there, { ...stood, totp: app.nextCode() })
      await proveFactor(there, { ...stood, recovery_code: left })
      await assert.rejects(proveFactor(there, { ...stood, recovery_code: used }), {
        code: 'second_factor_invalid',
      })
    })

    test('an import brings back no app that was removed there, and none of a user who is not there', async () => {
      await using here = await open(engine)
      await here.addApp()
      const { totp, codes } = await exported(here.users.db)
      const own = { userId: here.id, caller: here.caller() }
      await removeTotp(here.users, own)
      const { db, secrets } = here.users
      const context = { now: 0, masterKeys: secrets.masterKeys }
      assert.deepEqual(await totpTransfer.write(db, [totp], context), ['already_there'])
      assert.deepEqual(await recoveryCodesTransfer.write(db, [codes], context), ['left_out'])
      await db.query`DELETE FROM users WHERE id = ${here.id}`
      assert.deepEqual(await totpTransfer.write(db, [totp], context), ['left_out'])
      const dryRun = { ...context, rehearsedUsers: new Map([[here.id, 0]]) }
      assert.deepEqual(await totpTransfer.write(db, [totp], dryRun), ['imported'])
      assert.deepEqual(await recoveryCodesTransfer.write(db, [codes], dryRun), ['imported'])
    })

    test('an import revives no recovery codes that were used, replaced or removed', async () => {
      await using here = await open(engine)
      const { users, id } = here
      const { codes } = await here.addApp()
      const lines = await exported(users.db)
      const write = () =>
        recoveryCodesTransfer.write(users.db, [lines.codes], { now: 0, masterKeys: users.secrets.masterKeys })
      const [used = '', old = ''] = codes
      await here.prove({ recovery_code: used })
      assert.deepEqual(await write(), ['already_there'])
      await assert.rejects(here.prove({ recovery_code: used }), { code: 'second_factor_invalid' })
      await makeRecoveryCodes(users, { userId: id, caller: here.caller() })
      assert.deepEqual(await write(), ['already_there'])
      await assert.rejects(here.prove({ recovery_code: old }), { code: 'second_factor_invalid' })
      // Removes the recovery codes that a thief made in this way, as the link “This was not me” does.
      await users.db.query`DELETE FROM recovery_codes`
      await users.db.query`UPDATE users SET factors_version = factors_version + 1`
      assert.deepEqual(await write(), ['already_there'])
      await assert.rejects(here.prove({ recovery_code: old }), { code: 'second_factor_invalid' })
    })

    test('after a change of the master key only the new one is needed', async () => {
      await using here = await open(engine)
      const { users, clock } = here
      const { app, codes } = await here.addApp()
      const waiting = await enrolTotp(users, { userId: here.id, caller: here.caller() })
      const [old] = users.secrets.masterKeys
      assert.ok(old)
      const anew = randomBytes(32)
      await resealFactors(withKeys(users, [anew, old]))
      const later = withKeys(users, [anew])
      await here.prove({ totp: app.nextCode() }, later)
      await here.prove({ recovery_code: codes[0] ?? '' }, later)
      const code = authenticatorApp(waiting.secret, clock).code()
      await confirmTotp(later, { userId: here.id, caller: here.caller(), code })
    })

    test('a start with a master key that opens no second factor is refused', async () => {
      await using here = await open(engine)
      const strange = withKeys(here.users, [randomBytes(32)])
      await resealFactors(strange)
      await here.addApp()
      await assert.rejects(resealFactors(strange), /LATCHKEY_MASTER_KEY is not the key/)
      await resealFactors(here.users)
    })

    test('I120 “This was not me” removes what was added since, and leaves what is older', async () => {
      await using here = await open(engine)
      const { users, clock, id } = here
      const useLink = async (createdAt = clock.now()) => {
        const token = newToken()
        const email = 'ada@example.com'
        await users.db.transaction((tx) =>
          keepLink(tx, users, { token, userId: id, purpose: 'take_back', email, createdAt }),
        )
        await recoverAccount(users, { token }).catch((error: unknown) =>
          assert.equal(Object(error).code, 'auth_service_unavailable'),
        )
      }
      const { app } = await here.addApp()
      clock.advance(2 * 60 * 60_000)
      await enrolTotp(users, { userId: id, caller: here.caller() })
      await makeRecoveryCodes(users, { userId: id, caller: here.caller() })
      await useLink()
      const { totp, recovery_codes } = await here.shown()
      assert.deepEqual(
        [totp === null, recovery_codes],
        [false, null],
        'the app of the owner, and no new codes',
      )
      assert.deepEqual(await users.db.query`SELECT user_id FROM totp_enrolments`, [])
      await here.prove({ totp: app.nextCode() })

      clock.advance(2 * 60 * 60_000)
      const added = clock.now()
      await here.addApp()
      clock.advance(30 * 60_000)
      await useLink(added)
      assert.deepEqual(await here.shown(), { totp: null, recovery_codes: null, is_required_at_login: false })
      const removed = await storedEvents(users.db, 'user.factor_removed')
      assert.deepEqual(
        removed.map(({ data }) => data),
        [{ kind: 'totp', by: null }],
      )
    })

    test('I121 an admin reset removes every factor, ends every session, and is for nobody’s own', async () => {
      await using here = await open(engine)
      const { users, clock, id } = here
      const before = await findUser(users.db, id)
      const { codes } = await here.addApp()
      await enrolTotp(users, { userId: id, caller: here.caller() })
      const scopes = ['users:read', 'users:write', 'users:delete'] as const
      const admin = { ...justSignedIn('019a0000-0000-7000-8000-000000000001', clock.now()), scopes }
      const reset = (caller: SignedInCaller) => resetFactors(users, { userId: id, caller })
      await assert.rejects(reset({ ...here.caller(), scopes }), { code: 'forbidden' })
      const stale = { ...admin, authenticatedAt: new Date(clock.now() - 6 * 60_000).toISOString() }
      await assert.rejects(reset(stale), { code: 'reauthentication_required' })
      await assert.rejects(reset({ ...admin, hasSecondFactor: true }), {
        code: 'reauthentication_required',
        acr: 'aal2',
      })
      await assert.rejects(resetFactors(users, { userId: 'nobody', caller: operator }), {
        code: 'user_not_found',
      })
      for (let time = 1; time <= 2; time++)
        await reset(admin).catch(({ code }) => assert.equal(code, 'auth_service_unavailable'))
      const after = await findUser(users.db, id)
      assert.equal(after?.sessionEpoch, (before?.sessionEpoch ?? 0) + 1, 'a repetition changes nothing')
      assert.deepEqual(await here.shown(), { totp: null, recovery_codes: null, is_required_at_login: false })
      await assert.rejects(here.prove({ recovery_code: codes[0] ?? '' }), { code: 'second_factor_invalid' })
      const events = await storedEvents(users.db, 'user.factors_reset')
      assert.deepEqual(
        events.map(({ data }) => data),
        [{ by: admin.userId }],
      )
    })

    test('I122 each change is an event, a notification and a mail of the same commit', async () => {
      await using here = await open(engine)
      const { users, id } = here
      const told = async () => {
        const { db } = users
        return {
          events: (
            await db.query<{
              type: string
            }>`SELECT type FROM events WHERE type LIKE 'user.%factor%' OR type LIKE 'user.recovery%' ORDER BY recorded_at, id`
          ).map(({ type }) => type),
          notifications: (
            await db.query<{
              type: string
            }>`SELECT type FROM notifications WHERE type LIKE 'user.%factor%' OR type LIKE 'user.recovery%' ORDER BY position`
          ).map(({ type }) => type),
          mails: (
            await db.query<{
              type: string
            }>`SELECT type FROM outbox WHERE sink = 'mail' AND (type LIKE '%factor%' OR type LIKE 'recovery%') ORDER BY position`
          ).map(({ type }) => type),
        }
      }
      const { secret } = await enrolTotp(users, { userId: id, caller: here.caller() })
      const app = authenticatorApp(secret, here.clock)
      const refused = confirmTotp(users, { userId: id, caller: here.caller(), code: app.code(5) })
      await assert.rejects(refused, { code: 'second_factor_invalid' })
      assert.deepEqual(await told(), { events: [], notifications: [], mails: [] })
      const { recoveryCodes: [code = ''] = [] } = await confirmTotp(users, {
        userId: id,
        caller: here.caller(),
        code: app.code(),
      })
      await here.prove({ recovery_code: code })
      await makeRecoveryCodes(users, { userId: id, caller: here.caller() })
      await removeTotp(users, { userId: id, caller: here.caller() })
      await here.addApp()
      await resetFactors(users, { userId: id, caller: operator }).catch(({ code }) =>
        assert.equal(code, 'auth_service_unavailable'),
      )
      const { events, notifications, mails } = await told()
      const changes = [
        'factor_added',
        'recovery_code_used',
        'recovery_codes_made',
        'factor_removed',
        'factor_added',
        'factors_reset',
      ]
      assert.deepEqual(
        notifications,
        changes.map((change) => `user.${change}`),
      )
      assert.deepEqual(mails, changes)
      // The codes that come with an app have an event of their own, and no mail besides that of the app.
      const withCodes = changes.flatMap((change) =>
        change === 'factor_added' ? [change, 'recovery_codes_made'] : [change],
      )
      assert.deepEqual(
        events,
        withCodes.map((change) => `user.${change}`),
      )
    })
  })
