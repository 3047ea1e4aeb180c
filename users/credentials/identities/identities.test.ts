import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SignedInCaller } from '#contract/declaration/endpoint.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { justSignedIn } from '#tests/support/signed-in.ts'
import { stillClock } from '#tests/support/system.ts'
import { findUser } from '../../core/user-store.ts'
import { newToken } from '../../messages/links/link.ts'
import { keepLink } from '../../messages/links/send-link.ts'
import { createUser } from '../../sign-up/create-user.ts'
import { countUninvited } from '../../sign-up/uninvited-store.ts'
import { recoverAccount } from '../account-recovery/recover-account.ts'
import { linkIdentity } from './link-identity.ts'
import { listIdentities } from './list-identities.ts'
import { proveIdentity } from './prove-identity.ts'
import { removeIdentity } from './remove-identity.ts'
import { signUpByIdentity } from './sign-up-by-identity.ts'
import { identityTransfer } from './transfer.ts'

const issuer = 'https://id.example.com'
const unknown = { code: 'identity_not_found' }

/** Returns a person at an identity provider, whose address is that of the user with the same name. */
const at = (subject: string, provider = 'example') => ({
  provider,
  issuer,
  subject,
  email: `${subject}@example.com`,
  emailVerified: true,
})

async function open(engine: Engine) {
  const clock = stillClock()
  const recorded = await openRecordedUsers(engine, { signup: 'open', clock })
  const { users } = recorded
  async function person(username: string, { isConfirmed = true, password = 'a long password' } = {}) {
    const { id: userId } = await createUser(users, {
      username,
      email: `${username}@example.com`,
      password,
      by: null,
    })
    if (isConfirmed)
      await users.db.query`UPDATE users SET email_verified_at = created_at WHERE id = ${userId}`
    return { userId, caller: (): SignedInCaller => justSignedIn(userId, clock.now()) }
  }
  const signUp = (subject: string) =>
    signUpByIdentity(users, {
      person: at(subject),
      email: `${subject}@example.com`,
      address: '203.0.113.7',
      passedOnBy: 'nobody' as const,
    })
  const logIn = (subject: string) => proveIdentity(users, { person: at(subject), purpose: 'login' })
  return {
    users,
    clock,
    person,
    signUp,
    logIn,
    [Symbol.asyncDispose]: () => recorded[Symbol.asyncDispose](),
  }
}

for (const engine of engines)
  describe(`identities on ${engine}`, () => {
    test('I141 issuer and subject find a user, and neither the address nor the case does', async () => {
      await using here = await open(engine)
      const { users } = here
      const ada = await here.person('ada')
      await linkIdentity(users, { ...ada, caller: ada.caller(), person: at('ada') })
      const found = await here.logIn('ada')
      assert.deepEqual([found.id, found.lastLoginAt], [ada.userId, here.clock.now()])
      for (const person of [
        at('ADA'),
        at('ada '),
        at(''),
        { ...at('ada'), issuer: `${issuer}/` },
        { ...at('other'), email: 'ada@example.com' },
      ])
        await assert.rejects(proveIdentity(users, { person, purpose: 'login' }), unknown)
    })

    test('I88 I141 who is suspended, or has not confirmed an address that must be, does not get in', async () => {
      await using here = await open(engine)
      const { users } = here
      const ada = await here.person('ada')
      await linkIdentity(users, { ...ada, caller: ada.caller(), person: at('ada') })
      const { db } = users
      await db.query`UPDATE users SET status = 'suspended' WHERE id = ${ada.userId}`
      await assert.rejects(here.logIn('ada'), unknown)
      await db.query`UPDATE users SET status = 'active', email_verified_at = NULL WHERE id = ${ada.userId}`
      const strict = { ...users, policy: { ...users.policy, requiresVerifiedEmail: true } }
      await assert.rejects(proveIdentity(strict, { person: at('ada'), purpose: 'login' }), unknown)
      assert.equal((await here.logIn('ada')).id, ada.userId)
    })

    test('a proof for a step-up counts for the user of the session only', async () => {
      await using here = await open(engine)
      const { users } = here
      const [ada, eve] = [await here.person('ada'), await here.person('eve')]
      await linkIdentity(users, { ...ada, caller: ada.caller(), person: at('ada') })
      const prove = (userId: string) =>
        proveIdentity(users, { person: at('ada'), purpose: 'step_up', userId })
      assert.equal((await prove(ada.userId)).id, ada.userId)
      await assert.rejects(prove(eve.userId), unknown)
    })

    test('I115 I145 linking needs a fresh proof of the same user, and moves no identity', async () => {
      await using here = await open(engine)
      const { users, clock } = here
      const [ada, eve] = [await here.person('ada'), await here.person('eve')]
      const stale = ada.caller()
      clock.advance(5 * 60_000 + 1)
      const link = (userId: string, caller: SignedInCaller, subject = 'ada') =>
        linkIdentity(users, { userId, caller, person: at(subject) })
      await assert.rejects(link(ada.userId, stale), { code: 'reauthentication_required' })
      await assert.rejects(link(ada.userId, eve.caller()), { code: 'forbidden' })
      const many = await Promise.allSettled(
        [ada, eve].flatMap((one) => Array.from({ length: 5 }, () => link(one.userId, one.caller()))),
      )
      const [linked, ...more] = many.filter(({ status }) => status === 'fulfilled')
      assert.ok(linked && more.length === 0, 'one of many at once has it')
      for (const one of many) if (one.status === 'rejected') assert.equal(one.reason.code, 'identity_taken')
      for (let count = 1; count < 20; count++) await link(eve.userId, eve.caller(), `eve-${count}`)
      const [own] = await listIdentities(users, { userId: eve.userId, caller: eve.caller() })
      if (own?.subject === 'ada')
        await assert.rejects(link(eve.userId, eve.caller(), 'x'), { code: 'too_many_identities' })
      else await link(eve.userId, eve.caller(), 'eve-20')
      await assert.rejects(link(eve.userId, eve.caller(), 'eve-21'), { code: 'too_many_identities' })
    })

    test('I120 who has not confirmed the address of the user links only an account that has it', async () => {
      await using here = await open(engine)
      const squatter = await here.person('ada', { isConfirmed: false })
      const link = (person: ReturnType<typeof at>) =>
        linkIdentity(here.users, { ...squatter, caller: squatter.caller(), person })
      await assert.rejects(link(at('squatter')), { code: 'email_unverified' })
      await assert.rejects(link({ ...at('ada'), emailVerified: false }), { code: 'email_unverified' })
      await link(at('ada'))
    })

    test('I147 an identity that was removed signs in no more, and the other sessions end', async () => {
      await using here = await open(engine)
      const { users } = here
      const [ada, eve] = [await here.person('ada'), await here.person('eve')]
      const { id } = await linkIdentity(users, { ...ada, caller: ada.caller(), person: at('ada') })
      const remove = (of: typeof ada, by = of) =>
        removeIdentity(users, { userId: of.userId, caller: by.caller(), id })
      await assert.rejects(remove(ada, eve), { code: 'forbidden' })
      await assert.rejects(remove(eve), unknown)
      const before = await findUser(users.db, ada.userId)
      await remove(ada)
      await assert.rejects(here.logIn('ada'), unknown)
      const after = await findUser(users.db, ada.userId)
      assert.equal(after?.sessionEpoch, (before?.sessionEpoch ?? 0) + 1)
      assert.ok((after?.factorsVersion ?? 0) > (before?.factorsVersion ?? 0), 'no login under way survives')
      await assert.rejects(remove(ada), unknown)
    })

    test('I113 the last way in of a user stays', async () => {
      await using here = await open(engine)
      const { users } = here
      const { id: userId } = await here.signUp('ada')
      const caller = justSignedIn(userId, here.clock.now())
      const [first] = await listIdentities(users, { userId, caller })
      const second = await linkIdentity(users, { userId, caller, person: at('ada-2') })
      await removeIdentity(users, { userId, caller, id: first?.id ?? '' })
      await assert.rejects(removeIdentity(users, { userId, caller, id: second.id }), { code: 'last_way_in' })
      assert.equal((await here.logIn('ada-2')).id, userId)
    })

    test('I145 I150 a person whom nobody is becomes a user with a verified address, and nothing else', async () => {
      await using here = await open(engine)
      const { users } = here
      await here.person('eve')
      await assert.rejects(here.signUp('eve'), { code: 'email_taken' }, 'an address alone links nothing')
      await assert.rejects(here.logIn('eve'), unknown)
      const made = await Promise.allSettled(Array.from({ length: 5 }, () => here.signUp('ada')))
      assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1)
      const user = await here.logIn('ada')
      assert.deepEqual(
        [user.username, user.role, user.hasPassword, user.emailVerifiedAt !== null],
        ['ada', 'user', false, true],
      )
      const mails = await users.db.query`SELECT type FROM outbox WHERE sink = 'mail' AND subject = ${user.id}`
      assert.deepEqual(mails, [], 'no invitation and no link to confirm the address')
      assert.equal(await countUninvited(users.db, here.clock.now()), 0)
      const closed = { ...users, policy: { ...users.policy, signup: 'closed' as const } }
      const asked = {
        person: at('bob'),
        email: 'bob@example.com',
        address: '',
        passedOnBy: 'nobody' as const,
      }
      await assert.rejects(signUpByIdentity(closed, asked), { code: 'signup_closed' })
    })

    test('I120 take-back unlinks what was linked since, and nothing older', async () => {
      await using here = await open(engine)
      const { users, clock } = here
      const ada = await here.person('ada')
      const link = (subject: string) =>
        linkIdentity(users, { ...ada, caller: ada.caller(), person: at(subject) })
      await link('ada')
      clock.advance(60_000)
      const token = newToken()
      const { userId } = ada
      const mail = { token, userId, purpose: 'take_back' as const, email: 'ada@example.com' }
      await users.db.transaction((tx) => keepLink(tx, users, mail))
      await link('thief')
      await recoverAccount(users, { token })
      await assert.rejects(here.logIn('thief'), unknown)
      assert.equal((await here.logIn('ada')).id, userId)
    })

    test('I122 linking and unlinking are an event, a notification and a mail of the same commit', async () => {
      await using here = await open(engine)
      const { users } = here
      const ada = await here.person('ada')
      const link = () => linkIdentity(users, { ...ada, caller: ada.caller(), person: at('ada') })
      // When the notification cannot be stored, the account is not linked either.
      await users.db.query`ALTER TABLE notifications RENAME TO gone`
      await assert.rejects(link())
      assert.deepEqual(await users.db.query`SELECT id FROM identities`, [])
      await users.db.query`ALTER TABLE gone RENAME TO notifications`
      const { id } = await link()
      await removeIdentity(users, { ...ada, caller: ada.caller(), id })
      const { db } = users
      const types = (rows: { type: string }[]) => rows.map(({ type }) => type.replace('user.', ''))
      const changes = ['identity_linked', 'identity_unlinked']
      const events = await db.query<{ type: string }>`
        SELECT type FROM events WHERE type LIKE 'user.identity%' ORDER BY recorded_at, id`
      const notifications = await db.query<{ type: string }>`
        SELECT type FROM notifications WHERE type LIKE 'user.identity%' ORDER BY position`
      const mails = await db.query<{ type: string }>`
        SELECT type FROM outbox WHERE sink = 'mail' AND type LIKE 'identity%' ORDER BY position`
      assert.deepEqual([types(events), types(notifications), types(mails)], [changes, changes, changes])
    })

    test('an import brings identities, and revives none that was removed', async () => {
      await using here = await open(engine)
      const { users } = here
      const ada = await here.person('ada')
      const { id } = await linkIdentity(users, { ...ada, caller: ada.caller(), person: at('ada') })
      const rows = await identityTransfer.page(users.db, { after: '', limit: 100, now: 0 })
      const lines = rows.map((row) => identityTransfer.read({ type: 'identity', ...row }))
      const write = () => identityTransfer.write(users.db, lines, { now: 0 })
      assert.deepEqual(await write(), ['already_there'])
      // Makes the database look like that of another installation, in which the user exists and has never had an identity.
      await users.db.query`DELETE FROM identities`
      await users.db.query`UPDATE users SET factors_version = 0`
      assert.deepEqual(await write(), ['imported'])
      assert.equal((await here.logIn('ada')).id, ada.userId)
      await removeIdentity(users, { ...ada, caller: ada.caller(), id })
      assert.deepEqual(await write(), ['already_there'])
      await assert.rejects(here.logIn('ada'), unknown)
    })
  })
