import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import type { TokenInformationResource } from '#contract/sessions/tokens.ts'
import { challengeKeys, makeChallenge } from '#runtime/challenge.ts'
import { type Bent, SoftPasskey } from '#tests/support/authenticator.ts'
import { engines } from '#tests/support/engines.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { signedIn } from '#tests/support/signed-in.ts'
import { stillClock, type TestClock } from '#tests/support/system.ts'
import { findUser } from '../../core/user-store.ts'
import { authenticate } from '../../operations/authenticate.ts'
import { createUser } from '../../sign-up/create-user.ts'
import { removeFactorsSince } from '../remove-factors-since.ts'
import { toValidatedUser } from '../second-factors.ts'
import { confirmTotp } from '../totp/confirm-totp.ts'
import { enrolTotp } from '../totp/enrol-totp.ts'
import { addPasskey } from './add-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import type { Passkeys } from './passkey.ts'
import { type PasskeyProof, provePasskey } from './prove-passkey.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { passkeyTransfer } from './transfer.ts'

const relyingParty = { id: 'example.com', name: 'Example', origins: ['https://example.com'] }
const site = { rpId: 'example.com', origin: 'https://example.com' }
const keys = challengeKeys(['a service token of tests, long enough'])
const invalid = { code: 'passkey_invalid' }

/** A user, with functions that act as this user. */
interface Person {
  id: string
  /** A caller who has just logged in with every factor of the user. */
  fresh(sessionId?: string): SignedInCaller
  begin(caller?: SignedInCaller): Promise<{ challenge: string; userHandle: string }>
  /** Adds a passkey, and returns its software authenticator, which has the private key, and its id. */
  add(more?: { counter?: number; credentialId?: string }): Promise<{ passkey: SoftPasskey; id: string }>
}

async function openPasskeys(engine: (typeof engines)[number], clock: TestClock) {
  const opened = await openRecordedUsers(engine, { signup: 'open', clock })
  const users: Passkeys = { ...opened.users, relyingParty, challengeKeys: keys }
  async function person(username: string, password = 'a long password'): Promise<Person> {
    const { id } = await createUser(users, {
      username,
      email: `${username}@example.com`,
      by: null,
      ...(password === '' ? {} : { password }),
    })
    const fresh = (sessionId = `session of ${username}`): SignedInCaller => ({
      ...signedIn(id),
      sessionId,
      acr: 'aal2',
      authenticatedAt: new Date(clock.now()).toISOString(),
    })
    const begin = async (caller = fresh()) => {
      const { public_key: options } = await beginPasskey(users, { userId: id, caller })
      return { challenge: options.challenge, userHandle: options.user.id }
    }
    return {
      id,
      fresh,
      begin,
      async add(more = {}) {
        const { challenge, userHandle } = await begin()
        const passkey = new SoftPasskey({ userHandle, ...more })
        const credential = passkey.create({ challenge, ...site })
        const added = await addPasskey(users, { userId: id, caller: fresh(), credential, name: 'Laptop' })
        return { passkey, id: added.passkey.id }
      },
    }
  }
  const challenge = (purpose: string, boundTo = '') =>
    makeChallenge(keys, { purpose, boundTo }, clock.now() + 300_000)
  /** Proves a passkey, by default for a login without a password. */
  const prove = (passkey: SoftPasskey, proof: Partial<PasskeyProof> = {}, bent: Bent = {}) => {
    const { purpose = 'login', boundTo = '' } = proof
    const credential = passkey.get({ challenge: challenge(purpose, boundTo), ...site }, bent)
    return provePasskey(users, { purpose, boundTo, credential, ...proof })
  }
  return { users, person, challenge, prove, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}

for (const engine of engines)
  describe(`passkeys on ${engine}`, () => {
    test('a passkey is added, named, used, listed and removed', async () => {
      const clock = stillClock()
      await using opened = await openPasskeys(engine, clock)
      const { users, prove } = opened
      const ada = await opened.person('ada')
      const { challenge, userHandle } = await ada.begin()
      const passkey = new SoftPasskey({ userHandle })
      const caller = ada.fresh()
      const credential = passkey.create({ challenge, ...site })
      const added = await addPasskey(users, { userId: ada.id, caller, credential })
      assert.equal(added.recoveryCodes?.length, 10, 'the first factor brings recovery codes')
      const own = { userId: ada.id, caller, id: added.passkey.id }
      assert.equal((await renamePasskey(users, { ...own, name: 'Phone' })).name, 'Phone')
      const proven = await prove(passkey)
      assert.equal(proven.user.id, ada.id)
      assert.equal(proven.user.lastLoginAt, clock.now())
      assert.deepEqual(proven.amr, ['hwk', 'user'])
      assert.deepEqual(proven.secondFactors.factors, [
        { kind: 'passkey' },
        { kind: 'recovery_code', left: 10 },
      ])
      const [listed] = await listPasskeys(users, own)
      assert.deepEqual([listed?.name, (listed?.lastUsedAt ?? 0) % 86_400_000], ['Phone', 0])
      await removePasskey(users, own)
      assert.deepEqual(await listPasskeys(users, own), [])
      await assert.rejects(prove(passkey), invalid)
      await assert.rejects(removePasskey(users, own), { code: 'factor_not_found' })
      const user = await findUser(users.db, ada.id)
      assert.ok(user)
      const { second_factors: factors } = await toValidatedUser(users.db, user)
      assert.deepEqual(factors?.factors, [], 'the recovery codes went with the last factor')
    })

    test('I102 a challenge counts once, also for many answers at once', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const { users } = opened
      const ada = await opened.person('ada')
      const { passkey } = await ada.add()
      const challenge = opened.challenge('login')
      const answers = Array.from({ length: 20 }, () => passkey.get({ challenge, ...site }))
      const results = await Promise.allSettled(
        answers.map((credential) => provePasskey(users, { purpose: 'login', boundTo: '', credential })),
      )
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
      for (const result of results)
        if (result.status === 'rejected') assert.equal(result.reason.code, 'passkey_invalid')
      const first = await ada.begin()
      const add = (credentialId: string) => {
        const made = new SoftPasskey({ userHandle: first.userHandle, credentialId })
        const credential = made.create({ challenge: first.challenge, ...site })
        return addPasskey(users, { userId: ada.id, caller: ada.fresh(), credential })
      }
      await add('b25l')
      await assert.rejects(add('dHdv'), invalid)
    })

    test('I102 a challenge is answered within five minutes', async () => {
      const clock = stillClock()
      await using opened = await openPasskeys(engine, clock)
      const { passkey } = await (await opened.person('ada')).add()
      const credential = passkey.get({ challenge: opened.challenge('login'), ...site })
      clock.advance(300_000)
      await assert.rejects(provePasskey(opened.users, { purpose: 'login', boundTo: '', credential }), invalid)
    })

    test('I103 an answer for one ceremony, login or session counts for no other', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const { users } = opened
      const ada = await opened.person('ada')
      const { passkey } = await ada.add()
      const uses = [
        { purpose: 'login', boundTo: '' },
        { purpose: 'second_factor', boundTo: 'one login' },
        { purpose: 'second_factor', boundTo: 'another' },
        { purpose: 'step_up', boundTo: 'one session' },
        { purpose: 'step_up', boundTo: 'one login' },
      ] as const
      const proof = { userId: ada.id }
      for (const made of uses)
        for (const used of uses) {
          const challenge = opened.challenge(made.purpose, made.boundTo)
          const proving = provePasskey(users, {
            ...used,
            ...proof,
            credential: passkey.get({ challenge, ...site }),
          })
          if (made === used) await proving
          else await assert.rejects(proving, invalid, `${made.purpose} for ${used.purpose}`)
        }
      const { challenge, userHandle } = await ada.begin(ada.fresh('one session'))
      const credential = new SoftPasskey({ userHandle }).create({ challenge, ...site })
      const caller = ada.fresh('another session')
      await assert.rejects(addPasskey(users, { userId: ada.id, caller, credential }), invalid)
    })

    test('I106 I114 a passkey of another user, of nobody and with a wrong name are refused alike', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const { prove } = opened
      const [ada, eve] = [await opened.person('ada'), await opened.person('eve')]
      const { passkey: adas } = await ada.add()
      const { passkey: eves } = await eve.add()
      await assert.rejects(prove(eves, { purpose: 'second_factor', userId: ada.id }), invalid)
      await assert.rejects(prove(eves, {}, { userHandle: adas.userHandle }), invalid)
      await assert.rejects(prove(eves, {}, { userHandle: null }), invalid, 'nobody is named')
      await assert.rejects(prove(new SoftPasskey({ userHandle: adas.userHandle })), invalid)
      assert.equal((await prove(eves, { userId: eve.id }, { userHandle: null })).user.id, eve.id)
    })

    test('I107 a credential is here once: it moves to nobody', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const [ada, eve] = [await opened.person('ada'), await opened.person('eve')]
      const { passkey } = await ada.add()
      const { credentialId } = passkey
      await assert.rejects(ada.add({ credentialId }), { code: 'passkey_taken' })
      await assert.rejects(eve.add({ credentialId }), { code: 'passkey_taken' })
      assert.equal((await opened.prove(passkey)).user.id, ada.id)
    })

    test('I109 I110 a counter that falls back refuses the passkey and ends the sessions, and is never lowered', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const { users, prove } = opened
      const ada = await opened.person('ada')
      const { passkey, id } = await ada.add({ counter: 7 })
      const copy = Object.assign(Object.create(Object.getPrototypeOf(passkey)), passkey)
      await prove(passkey)
      const bogus = passkey.get({ challenge: opened.challenge('login'), ...site }, { counter: 4_000 })
      bogus.response.signature = passkey.get({ challenge: opened.challenge('x'), ...site }).response.signature
      await assert.rejects(provePasskey(users, { purpose: 'login', boundTo: '', credential: bogus }), invalid)
      await prove(passkey)
      const epoch = async () => (await findUser(users.db, ada.id))?.sessionEpoch ?? 0
      const before = await epoch()
      await assert.rejects(prove(copy), invalid)
      assert.equal(await epoch(), before + 1)
      await assert.rejects(prove(passkey), invalid, 'nobody knows which of the two is the copy')
      assert.equal(await epoch(), before + 1)
      const rows = await users.db.query<{ counter: number }>`SELECT counter FROM passkeys WHERE id = ${id}`
      assert.deepEqual(
        rows.map(({ counter }) => Number(counter)),
        [passkey.counter - 1],
      )
      const told = await users.db.query<{ type: string }>`
        SELECT type FROM notifications WHERE user_id = ${ada.id} ORDER BY position`
      assert.deepEqual(
        told.map(({ type }) => type),
        ['user.created', 'user.passkey_added', 'user.passkey_suspect'],
      )
    })

    test('I112 a passkey is added in a session that proved everything a moment ago', async () => {
      const clock = stillClock()
      await using opened = await openPasskeys(engine, clock)
      const { users } = opened
      const [ada, eve] = [await opened.person('ada'), await opened.person('eve')]
      const { challenge, userHandle } = await ada.begin()
      const credential = new SoftPasskey({ userHandle }).create({ challenge, ...site })
      const add = (caller: SignedInCaller) => addPasskey(users, { userId: ada.id, caller, credential })
      await assert.rejects(add(eve.fresh()), { code: 'forbidden' })
      const caller = ada.fresh()
      clock.advance(299_000)
      await add({ ...caller, acr: 'aal1' })
      const late = { code: 'reauthentication_required' }
      await assert.rejects(ada.begin({ ...ada.fresh(), acr: 'aal1' }), late, 'now there is a second factor')
      clock.advance(2_000)
      await assert.rejects(ada.begin(caller), late)
      await assert.rejects(beginPasskey(users, { userId: ada.id, caller: eve.fresh() }), {
        code: 'forbidden',
      })
    })

    test('I113 only its owner removes a passkey, and the last way in stays', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const { users } = opened
      const [ada, eve] = [await opened.person('ada', ''), await opened.person('eve')]
      const first = await ada.add()
      const second = await ada.add()
      const remove = (id: string, of = ada, by = ada) =>
        removePasskey(users, { userId: of.id, caller: by.fresh(), id })
      await assert.rejects(remove(first.id, ada, eve), { code: 'forbidden' })
      await assert.rejects(remove(first.id, eve, eve), { code: 'factor_not_found' })
      await remove(first.id)
      await assert.rejects(remove(second.id), { code: 'last_way_in' })
      assert.equal((await opened.prove(second.passkey)).user.id, ada.id)
    })

    test('I88 who is suspended, or changed since the password was right, does not get in', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const { users, prove } = opened
      const ada = await opened.person('ada')
      const { passkey } = await ada.add()
      const user = await findUser(users.db, ada.id)
      const stood = { user_id: ada.id, session_epoch: user?.sessionEpoch ?? 0, factors_version: 1 }
      const proof = { purpose: 'second_factor', userId: ada.id, stood } as const
      assert.equal((await prove(passkey, proof)).user.id, ada.id)
      await ada.add()
      await assert.rejects(prove(passkey, proof), { code: 'login_expired' })
      await users.db.query`UPDATE users SET status = 'suspended' WHERE id = ${ada.id}`
      await assert.rejects(prove(passkey), invalid)
      await users.db.query`UPDATE users SET status = 'active' WHERE id = ${ada.id}`
      const strict = { ...users, policy: { ...users.policy, requiresVerifiedEmail: true } }
      const credential = passkey.get({ challenge: opened.challenge('login'), ...site })
      await assert.rejects(provePasskey(strict, { purpose: 'login', boundTo: '', credential }), invalid)
    })

    test('I120 take-back removes the passkeys that were added since, and no older ones', async () => {
      const clock = stillClock()
      await using opened = await openPasskeys(engine, clock)
      const { users, prove } = opened
      const ada = await opened.person('ada')
      const { passkey: own } = await ada.add()
      clock.advance(60_000)
      const { passkey: thiefs } = await ada.add()
      const [since, at] = [clock.now() - 1_000, clock.now()]
      await users.db.transaction((tx) => removeFactorsSince(tx, { userId: ada.id, since, at }))
      await assert.rejects(prove(thiefs), invalid)
      assert.equal((await prove(own)).user.id, ada.id)
    })

    test('I122 each change of a passkey is an event, a notification and a mail of the same commit', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const { users } = opened
      const ada = await opened.person('ada')
      await users.db.query`UPDATE users SET email_verified_at = created_at WHERE id = ${ada.id}`
      const told = async () => {
        const { db } = users
        const types = (rows: { type: string }[]) => rows.map(({ type }) => type.replace('user.', ''))
        return [
          types(
            await db.query`
            SELECT type FROM events WHERE type LIKE 'user.passkey%' ORDER BY recorded_at, id`,
          ),
          types(
            await db.query`
            SELECT type FROM notifications WHERE type LIKE 'user.passkey%' ORDER BY position`,
          ),
          types(
            await db.query`
            SELECT type FROM outbox WHERE sink = 'mail' AND type LIKE 'passkey%' ORDER BY position`,
          ),
        ]
      }
      // A passkey is not added when its notification cannot be stored.
      await users.db.query`ALTER TABLE notifications RENAME TO gone`
      await assert.rejects(ada.add())
      assert.deepEqual(await users.db.query`SELECT id FROM passkeys`, [])
      await users.db.query`ALTER TABLE gone RENAME TO notifications`
      const [{ passkey }, other] = [await ada.add({ counter: 5 }), await ada.add()]
      await removePasskey(users, { userId: ada.id, caller: ada.fresh(), id: other.id })
      await assert.rejects(opened.prove(passkey, {}, { counter: 5 }), invalid)
      const changes = ['passkey_added', 'passkey_added', 'passkey_removed', 'passkey_suspect']
      assert.deepEqual(await told(), [changes, changes, changes])
    })

    test('an import brings passkeys, and does not revive one that was removed', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const { users, prove } = opened
      const [ada, eve] = [await opened.person('ada'), await opened.person('eve')]
      const [first, second] = [await ada.add({ counter: 5 }), await ada.add()]
      await eve.add()
      const pages = async () => passkeyTransfer.page(users.db, { after: '', limit: 100, now: 0 })
      const lines = (await pages()).map((row) => passkeyTransfer.read({ type: 'passkey', ...row }))
      const write = () => passkeyTransfer.write(users.db, lines, { now: 0 })
      assert.deepEqual(await write(), ['already_there', 'already_there', 'already_there'])
      // Makes the database look like that of another installation, in which two users exist and have never had a second factor.
      await users.db.query`DELETE FROM passkeys`
      await users.db.query`UPDATE users SET factors_version = 0`
      await users.db.query`DELETE FROM users WHERE id = ${eve.id}`
      const outcomes = await write()
      assert.deepEqual(outcomes.toSorted(), ['imported', 'imported', 'left_out'])
      const dryRun = { now: 0, rehearsedUsers: new Map([[eve.id, 0]]) }
      const rehearsed = await passkeyTransfer.write(users.db, lines, dryRun)
      assert.ok(rehearsed.includes('imported'), 'the user of an earlier row counts in a dry run')
      assert.equal((await prove(first.passkey)).user.id, ada.id)
      await removePasskey(users, { userId: ada.id, caller: ada.fresh(), id: first.id })
      await write()
      await assert.rejects(prove(first.passkey), invalid)
      assert.equal((await prove(second.passkey)).user.id, ada.id)
    })

    test('a user has at most twenty passkeys', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const ada = await opened.person('ada')
      for (let count = 0; count < 20; count++) await ada.add()
      await assert.rejects(ada.add(), { code: 'too_many_passkeys' })
    })

    test('while the authentication service is of the version before, nobody adds a factor', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const { users } = opened
      const ada = await opened.person('ada')
      const userId = ada.id
      // An authentication service of the version before sends neither the level (`acr`) nor the methods (`amr`) of a session.
      const token = { user_id: userId, session_id: 's', authenticated_at: ada.fresh().authenticatedAt }
      const caller = await authenticate(
        {
          checkToken: () => token as TokenInformationResource,
          validateApiKey: assert.fail,
          userAccess: {
            remembered: () => ({
              role: 'user',
              status: 'active',
              hasSecondFactor: false,
              sessions: { session_epoch: 0 },
            }),
            find: assert.fail,
            size: () => 0,
          },
        },
        { token: 'a token' },
      )
      const outdated = { code: 'auth_service_outdated' }
      await assert.rejects(enrolTotp(users, { userId, caller }), outdated)
      await assert.rejects(confirmTotp(users, { userId, caller, code: '123456' }), outdated)
      await assert.rejects(beginPasskey(users, { userId, caller }), outdated)
      const { challenge, userHandle } = await ada.begin()
      const credential = new SoftPasskey({ userHandle }).create({ challenge, ...site })
      await assert.rejects(addPasskey(users, { userId, caller, credential }), outdated)
    })

    test('without a domain for passkeys there are none', async () => {
      await using opened = await openPasskeys(engine, stillClock())
      const off = { ...opened.users, relyingParty: undefined }
      const ada = await opened.person('ada')
      const none = { code: 'passkeys_off' }
      await assert.rejects(beginPasskey(off, { userId: ada.id, caller: ada.fresh() }), none)
      const { passkey } = await ada.add()
      const credential = passkey.get({ challenge: opened.challenge('login'), ...site })
      await assert.rejects(provePasskey(off, { purpose: 'login', boundTo: '', credential }), none)
    })
  })
