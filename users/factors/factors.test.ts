import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import { type AuthenticatorApp, authenticatorApp, wrongCode } from '#tests/support/authenticator-app.ts'
import { engines } from '#tests/support/engines.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { signedIn } from '#tests/support/signed-in.ts'
import { stillClock, type TestClock } from '#tests/support/system.ts'
import { findUser } from '../core/user-store.ts'
import type { Users } from '../core/users.ts'
import { createUser } from '../sign-up/create-user.ts'
import type { Stood } from './core/stood.ts'
import { confirmAtLogin, enrolAtLogin } from './enrol-at-login.ts'
import { findFactors } from './find-factors.ts'
import { type FactorProof, proveFactor } from './prove-factor.ts'
import { makeRecoveryCodes } from './recovery-codes/make-recovery-codes.ts'
import { toValidatedUser } from './second-factors.ts'
import { confirmTotp } from './totp/confirm-totp.ts'
import { enrolTotp } from './totp/enrol-totp.ts'
import { removeTotp } from './totp/remove-totp.ts'

const refused = (code: string) => ({ code })
const invalid = refused('second_factor_invalid')

/** A user, with functions that act as this user. */
interface Person {
  id: string
  /** A caller who has just logged in with every factor of the user. */
  fresh(amr?: readonly string[]): SignedInCaller
  stood(): Promise<Stood>
  prove(proof: Pick<FactorProof, 'totp' | 'recovery_code'>): Promise<unknown>
  /** Adds an authenticator app. */
  enrol(): Promise<{ app: AuthenticatorApp; codes: string[] | undefined }>
}

async function makePerson(users: Users, clock: TestClock, username: string): Promise<Person> {
  const { id } = await createUser(users, { username, email: `${username}@example.com`, by: null })
  const fresh = (amr: readonly string[] = ['pwd', 'otp', 'mfa']): SignedInCaller => ({
    ...signedIn(id),
    authenticatedAt: new Date(clock.now()).toISOString(),
    acr: 'aal2',
    amr,
  })
  const stood = async () => {
    const user = await findUser(users.db, id)
    assert.ok(user)
    return { user_id: id, session_epoch: user.sessionEpoch, factors_version: user.factorsVersion }
  }
  return {
    id,
    fresh,
    stood,
    prove: async (proof) => proveFactor(users, { ...(await stood()), ...proof }),
    async enrol() {
      const { secret } = await enrolTotp(users, { userId: id, caller: fresh() })
      const app = authenticatorApp(secret, clock)
      const confirmed = await confirmTotp(users, { userId: id, caller: fresh(), code: app.nextCode() })
      return { app, codes: confirmed.recoveryCodes }
    },
  }
}

/** Counts how many of several calls at once succeed. The other calls must be refused like a wrong factor. */
async function countSuccesses(calls: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(calls)
  for (const result of results)
    if (result.status === 'rejected') assert.equal(result.reason.code, 'second_factor_invalid')
  return results.filter(({ status }) => status === 'fulfilled').length
}

for (const engine of engines)
  describe(`on ${engine}`, () => {
    async function open() {
      const clock = stillClock()
      const recorded = await openRecordedUsers(engine, { signup: 'open', clock })
      const { users } = recorded
      return {
        users,
        clock,
        person: (username: string) => makePerson(users, clock, username),
        [Symbol.asyncDispose]: () => recorded[Symbol.asyncDispose](),
      }
    }

    test('I93 a code counts once, of fifty at the same moment and also the one that confirmed the app', async () => {
      await using here = await open()
      const ada = await here.person('ada')
      const { app } = await ada.enrol()
      await assert.rejects(ada.prove({ totp: app.code() }), invalid, 'the code of the enrolment')
      await assert.rejects(ada.prove({ totp: app.code(-1) }), invalid, 'an older step')
      const totp = app.nextCode()
      const stood = await ada.stood()
      const calls = Array.from({ length: 50 }, () => proveFactor(here.users, { ...stood, totp }))
      assert.equal(await countSuccesses(calls), 1)
      await ada.prove({ totp: app.nextCode() })
    })

    test('I94 a clock that is set back makes no code good again', async () => {
      await using here = await open()
      const ada = await here.person('ada')
      const { app } = await ada.enrol()
      await ada.prove({ totp: app.nextCode() })
      here.clock.advance(-5 * 60_000)
      for (const steps of [-1, 0, 1]) await assert.rejects(ada.prove({ totp: app.code(steps) }), invalid)
    })

    test('I95 an app that was not confirmed is asked for nowhere, proves nothing and replaces nothing', async () => {
      await using here = await open()
      const { users, clock } = here
      const ada = await here.person('ada')
      const enrol = { userId: ada.id, caller: ada.fresh() }
      const pending = authenticatorApp((await enrolTotp(users, enrol)).secret, clock)
      assert.equal((await ada.stood()).factors_version, 0)
      await assert.rejects(ada.prove({ totp: pending.code() }), invalid)
      const { app } = await ada.enrol()
      const another = authenticatorApp(
        (await enrolTotp(users, { ...enrol, caller: ada.fresh() })).secret,
        clock,
      )
      clock.advance(30_000)
      await assert.rejects(ada.prove({ totp: another.code() }), invalid)
      await ada.prove({ totp: app.code() })
      clock.advance(10 * 60_000)
      const late = { ...enrol, caller: ada.fresh(), code: another.code() }
      await assert.rejects(confirmTotp(users, late), refused('enrolment_not_found'))
    })

    test('an app that came with other digits, another period and algorithm proves its user once, until another app replaces it', async () => {
      await using here = await open()
      const { users, clock } = here
      const ada = await here.person('ada')
      const { secret } = await enrolTotp(users, { userId: ada.id, caller: ada.fresh() })
      await confirmTotp(users, {
        userId: ada.id,
        caller: ada.fresh(),
        code: authenticatorApp(secret, clock).code(),
      })
      await users.db.query`
        UPDATE totp_factors SET digits = 8, period = 60, algorithm = 'SHA256', last_step = 0`
      const form = { digits: 8, period: 60, algorithm: 'SHA256' }
      const app = new TOTP({ secret: Secret.fromBase32(secret), ...form })
      const codeAt = (seconds: number) => app.generate({ timestamp: clock.now() + seconds * 1000 })
      const [before, now, next] = [codeAt(-60), codeAt(0), codeAt(60)]
      await assert.rejects(ada.prove({ totp: authenticatorApp(secret, clock).code() }), invalid, 'six digits')
      await assert.rejects(ada.prove({ totp: codeAt(120) }), invalid, 'two steps ahead')
      await ada.prove({ totp: now })
      for (const totp of [before, now]) await assert.rejects(ada.prove({ totp }), invalid)
      await ada.prove({ totp: next })
      const shown = await findFactors(users, { userId: ada.id, caller: ada.fresh() })
      assert.equal(shown.totp?.last_used_at, new Date(clock.now()).toISOString(), 'not in the future')
      const { app: another } = await ada.enrol()
      await ada.prove({ totp: another.nextCode() })
    })

    test('I96 the secret of one user opens in no row of another, and no table has it in clear', async () => {
      await using here = await open()
      const { users } = here
      const [ada, eve] = [await here.person('ada'), await here.person('eve')]
      const { secret } = await enrolTotp(users, { userId: ada.id, caller: ada.fresh() })
      await ada.enrol()
      const { app } = await eve.enrol()
      await users.db.query`
        UPDATE totp_factors SET secret = (SELECT secret FROM totp_factors WHERE user_id = ${eve.id}) WHERE user_id = ${ada.id}`
      await assert.rejects(ada.prove({ totp: app.nextCode() }), /authenticate/)
      const rows = [
        ...(await users.db.query`SELECT * FROM totp_factors`),
        ...(await users.db.query`SELECT * FROM totp_enrolments`),
        ...(await users.db.query`SELECT * FROM recovery_codes`),
        ...(await users.db.query`SELECT type, data FROM events`),
      ]
      assert.equal(JSON.stringify(rows).includes(secret), false)
    })

    test('I98 a recovery code works once, of fifty at the same moment, and a new set replaces the old one', async () => {
      await using here = await open()
      const { users } = here
      const ada = await here.person('ada')
      const { codes: [first = '', second = ''] = [], app } = await ada.enrol()
      const stood = await ada.stood()
      const calls = Array.from({ length: 50 }, () => proveFactor(users, { ...stood, recovery_code: first }))
      assert.equal(await countSuccesses(calls), 1)
      const different = [second.toLowerCase().replaceAll('-', ' ')]
      assert.equal(await countSuccesses(different.map((recovery_code) => ada.prove({ recovery_code }))), 1)
      const own = { userId: ada.id, caller: ada.fresh() }
      assert.deepEqual((await findFactors(users, own)).recovery_codes?.left, 8)
      const anew = await makeRecoveryCodes(users, own)
      const [, , third = ''] = (await ada.enrol()).codes ?? anew
      await assert.rejects(ada.prove({ recovery_code: second }), invalid)
      await ada.prove({ recovery_code: third })
      await assert.rejects(ada.prove({ totp: app.nextCode() }), invalid, 'the app that was replaced')
    })

    test('I98 two different codes at the same moment each count', async () => {
      await using here = await open()
      const ada = await here.person('ada')
      const { codes = [] } = await ada.enrol()
      const stood = await ada.stood()
      const calls = codes.map((recovery_code) => proveFactor(here.users, { ...stood, recovery_code }))
      assert.equal(await countSuccesses(calls), 10)
      const shown = await findFactors(here.users, { userId: ada.id, caller: ada.fresh() })
      assert.equal(shown.recovery_codes?.left, 0)
    })

    test('I99 a session that a recovery code opened cannot have recovery codes', async () => {
      await using here = await open()
      const ada = await here.person('ada')
      await ada.enrol()
      const caller = ada.fresh(['pwd', 'rec', 'mfa'])
      await assert.rejects(makeRecoveryCodes(here.users, { userId: ada.id, caller }), {
        ...refused('reauthentication_required'),
        acr: 'aal2',
      })
    })

    test('I83 a proof is void when the password, the status or a factor has changed since the login began', async () => {
      await using here = await open()
      const { users } = here
      const ada = await here.person('ada')
      const { app } = await ada.enrol()
      const stood = await ada.stood()
      const totp = app.nextCode()
      for (const bent of [
        { ...stood, session_epoch: stood.session_epoch + 1 },
        { ...stood, session_epoch: stood.session_epoch - 1 },
        { ...stood, factors_version: stood.factors_version + 1 },
        { ...stood, user_id: '00000000-0000-7000-8000-000000000000' },
        { ...stood, user_id: 'nobody' },
      ])
        await assert.rejects(proveFactor(users, { ...bent, totp }), refused('login_expired'))
      await users.db.query`UPDATE users SET status = 'suspended' WHERE id = ${ada.id}`
      await assert.rejects(proveFactor(users, { ...stood, totp }), refused('login_expired'), 'I88')
      await users.db.query`UPDATE users SET status = 'active' WHERE id = ${ada.id}`
      await proveFactor(users, { ...stood, totp })
    })

    test('I115 a session below the highest level, or an old one, changes no way in', async () => {
      await using here = await open()
      const { users, clock } = here
      const ada = await here.person('ada')
      const { app } = await ada.enrol()
      const waits = await enrolTotp(users, { userId: ada.id, caller: ada.fresh() })
      const code = authenticatorApp(waits.secret, clock).nextCode()
      const old = ada.fresh()
      clock.advance(5 * 60_000 + 1)
      const below: SignedInCaller = { ...ada.fresh(['pwd']), acr: 'aal1' }
      for (const caller of [old, below, { ...below, hasSecondFactor: false }])
        for (const act of [
          () => enrolTotp(users, { userId: ada.id, caller }),
          () => confirmTotp(users, { userId: ada.id, caller, code }),
          () => removeTotp(users, { userId: ada.id, caller }),
          () => makeRecoveryCodes(users, { userId: ada.id, caller }),
        ])
          await assert.rejects(act, { ...refused('reauthentication_required'), acr: 'aal2' })
      await ada.prove({ totp: app.nextCode() })
      await removeTotp(users, { userId: ada.id, caller: ada.fresh() })
    })

    test('nobody changes the second factors of others, with whatever scopes', async () => {
      await using here = await open()
      const { users } = here
      const [ada, eve] = [await here.person('ada'), await here.person('eve')]
      await ada.enrol()
      const caller: SignedInCaller = { ...eve.fresh(), scopes: ['users:read', 'users:write'] }
      for (const act of [
        () => enrolTotp(users, { userId: ada.id, caller }),
        () => confirmTotp(users, { userId: ada.id, caller, code: '000000' }),
        () => removeTotp(users, { userId: ada.id, caller }),
        () => makeRecoveryCodes(users, { userId: ada.id, caller }),
      ])
        await assert.rejects(act, refused('forbidden'))
      const stranger = findFactors(users, { userId: ada.id, caller: eve.fresh() })
      await assert.rejects(stranger, refused('user_not_found'))
      assert.equal((await findFactors(users, { userId: ada.id, caller })).is_required_at_login, true)
    })

    test('a login that demands an app adds one, and never instead of one that is there', async () => {
      await using here = await open()
      const { clock } = here
      const users = { ...here.users, countEnrolment() {} }
      const ada = await here.person('ada')
      const stood = await ada.stood()
      const app = authenticatorApp((await enrolAtLogin(users, stood)).secret, clock)
      const wrong = { ...stood, code: wrongCode(app) }
      await assert.rejects(confirmAtLogin(users, wrong), invalid)
      await assert.rejects(confirmAtLogin(users, { ...stood, code: `${app.code()}00` }), invalid)
      const done = await confirmAtLogin(users, { ...stood, code: app.code() })
      assert.deepEqual(done.secondFactors, {
        version: 1,
        factors: [{ kind: 'totp' }, { kind: 'recovery_code', left: 10 }],
      })
      assert.equal(done.recoveryCodes?.length, 10)
      const now = await ada.stood()
      for (const where of [stood, now])
        await assert.rejects(enrolAtLogin(users, where), refused('login_expired'))
    })

    test('a user who never had a factor costs a login no look-up, and its reply has nothing more', async () => {
      await using recorded = await openRecordedUsers(engine, { signup: 'open' })
      const { users } = recorded
      const ada = await createUser(users, { username: 'ada', email: 'ada@example.com', by: null })
      const statements = await recorded.statementsOf(async () => {
        assert.deepEqual(Object.keys(await toValidatedUser(users.db, ada)), ['user', 'session_epoch'])
      })
      assert.deepEqual(statements, [])
    })

    test('without another factor the recovery codes go with the app, and a login asks for nothing more', async () => {
      await using here = await open()
      const { users } = here
      const ada = await here.person('ada')
      const { codes: [code = ''] = [] } = await ada.enrol()
      const own = { userId: ada.id, caller: ada.fresh() }
      await removeTotp(users, own)
      await assert.rejects(ada.prove({ recovery_code: code }), invalid)
      const user = await findUser(users.db, ada.id)
      assert.ok(user)
      const { second_factors } = await toValidatedUser(users.db, user)
      assert.deepEqual(second_factors, { version: 2, factors: [] })
      assert.deepEqual(await findFactors(users, own), {
        totp: null,
        recovery_codes: null,
        is_required_at_login: false,
      })
      for (const act of [removeTotp, makeRecoveryCodes])
        await assert.rejects(act(users, own), refused('factor_not_found'))
    })
  })
