import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { EventResource } from '#contract/events/events.ts'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { runInHost } from '#tests/support/command-host.ts'
import { blockOrders } from '#tests/support/cut-wire.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { withPartialSearch } from '#tests/support/partial-search.ts'
import { addPasskey, passkeySettings } from '#tests/support/passkey-user.ts'
import { type Ended, runCommand } from '#tests/support/run-command.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

type Run = (...args: string[]) => Promise<Ended>

/** Runs commands on the databases of a system, or over HTTP with an API key in a file. */
const ways: Record<string, (system: System) => Promise<Run>> = {
  'on the databases': async (system) => {
    const environment = {
      LATCHKEY_DATA: system.data,
      LATCHKEY_USERS_DATABASE: system.databaseUrl('users'),
      LATCHKEY_AUTH_DATABASE: system.databaseUrl('auth'),
      LATCHKEY_AUTH_URL: system.authUrl,
    }
    return (...args) => runInHost(args, environment)
  },
  'over HTTP': async (system) => {
    const { access_token: token } = await system.admin()
    const scopes = [
      'users:read',
      'users:write',
      'users:delete',
      'sessions:read',
      'sessions:revoke',
      'events:read',
    ]
    const body = { name: 'support', scopes }
    const { key } = (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body
    const file = join(system.data, 'support-key')
    writeFileSync(file, `${key}\n`)
    return (...args) => runInHost([...args, '--url', system.usersUrl, '--api-key-file', file])
  },
}

/** Runs a command that must succeed, and returns what it printed. */
async function said(run: Run, ...args: string[]): Promise<string> {
  const { code, out, err } = await run(...args)
  assert.deepEqual([code, err], [0, ''], args.join(' '))
  return out
}

const json = async (run: Run, ...args: string[]) => JSON.parse(await said(run, ...args, '--json'))

const loginStatus = async (system: System, { username, password }: { username: string; password: string }) =>
  (await system.send('POST', `${system.authUrl}/auth/login`, { body: { username, password } })).status

const validity = async (system: System, token: string) =>
  (await system.send('GET', `${system.authUrl}/auth/validate`, { token })).status

onEachEngine((startSystem) => {
  for (const [way, runOn] of Object.entries(ways)) {
    describe(way, () => {
      test('a user is found by name, address, id and the beginning of either, and changed', async () => {
        await using system = await startSystem()
        const run = await runOn(system)
        const ada = await system.signUp('ada')
        for (const name of ['ada', 'ADA', ada.email, ada.id])
          assert.equal((await json(run, 'users', 'show', name)).id, ada.id)
        assert.match(await said(run, 'users', 'show', 'ada'), /^email +ada@example\.com \(not confirmed\)$/m)
        const list = await said(run, 'users', 'list', 'ad')
        assert.match(list, /^USERNAME +EMAIL +ROLE +STATUS +LAST SIGN-IN +NAME\n/)
        assert.match(list, /^ada +ada@example\.com +user +unconfirmed +never$/m)
        assert.equal(await said(run, 'users', 'list', 'nobody'), 'No users found.\n')
        assert.match(await said(run, 'users', 'list', 'x'), /^No users found\. One or two characters /)
        await withPartialSearch(system, async () => {
          assert.match(await said(run, 'users', 'list', 'nobody'), /^The search is not complete: /)
          assert.equal((await json(run, 'users', 'list', 'nobody')).search_is_partial, true)
        })
        const { data, next_cursor } = await json(run, 'users', 'list', '--limit', '1')
        const rest = await json(run, 'users', 'list', '--after', next_cursor)
        assert.deepEqual([...data, ...rest.data].map(({ username }) => username).sort(), ['ada', 'admin'])

        const [, row] = (await said(run, 'users', 'export', 'ada', '--role', 'user')).split('\r\n')
        assert.match(row ?? '', new RegExp(`^"${ada.id}","ada","ada@example\\.com",`))
        const lines = (await said(run, 'users', 'export', '--format', 'jsonl')).split('\n').slice(0, -1)
        assert.deepEqual(lines.map((line) => JSON.parse(line).username).sort(), ['ada', 'admin'])

        const changed = await json(
          run,
          'users',
          'update',
          'ada',
          '--name',
          'Ada L.',
          '--metadata',
          '{"plan": "pro"}',
        )
        assert.deepEqual([changed.name, changed.metadata], ['Ada L.', { plan: 'pro' }])
        assert.equal((await json(run, 'users', 'update', 'ada', '--name', '')).name, null)
        const nobody = await run('users', 'show', 'nobody')
        assert.deepEqual([nobody.code, nobody.err], [1, 'latchkey: There is no user nobody.\n'])
        assert.equal((await run('users', 'update', 'ada')).code, 2)
      })

      test('a command says when the sessions that it ends have not ended everywhere yet', async () => {
        await using system = await startSystem()
        const run = await runOn(system)
        const db = await system.database('users')
        const later =
          /^Sessions end within LATCHKEY_ACCESS_TOKEN_LIFETIME \(15 minutes by default\)\. Until\n.*\n$/m
        for (const [at, [name, ...args]] of [
          ['suspend'],
          ['reset-password', '--temporary'],
          ['reset-factors'],
          ['delete', '--yes'],
        ].entries()) {
          const users = [await system.signUp(`ada${at}`), await system.signUp(`eve${at}`)] as const
          for (const { id } of users) await blockOrders(db, id)
          const text = await said(run, 'users', `${name}`, `ada${at}`, ...args)
          assert.match(text, later)
          assert.doesNotMatch(text, /have ended/)
          assert.equal((await json(run, 'users', `${name}`, `eve${at}`, ...args)).sessions, 'pending')
        }
        assert.match(
          await said(run, 'users', 'show', 'ada0'),
          /^sessions +not ended everywhere since \d{4}-\d\d-\d\dT/m,
        )
        const shown = await json(run, 'users', 'show', 'ada0')
        assert.ok(Date.parse(shown.login_state.sessions_pending_since) <= Date.now())
        const bob = await system.signUp('bob')
        assert.equal((await json(run, 'users', 'show', 'bob')).login_state.sessions_pending_since, null)
        assert.doesNotMatch(await said(run, 'users', 'show', 'bob'), /everywhere/)
        assert.equal((await json(run, 'users', 'suspend', bob.id)).sessions, undefined)
      })

      test('a suspended user is out at once, and in again when restored; a deleted one is gone', async () => {
        await using system = await startSystem()
        const run = await runOn(system)
        const ada = await system.signUpAndLogIn('ada')
        const login = { username: 'ada', password: ada.password }
        await said(run, 'users', 'suspend', 'ada')
        assert.deepEqual(
          [await validity(system, ada.access_token), await loginStatus(system, login)],
          [401, 401],
        )
        await said(run, 'users', 'restore', 'ada')
        assert.equal(await loginStatus(system, login), 200)

        const unsure = await run('users', 'delete', 'ada')
        assert.deepEqual([unsure.code, unsure.out], [2, ''])
        assert.match(unsure.err, /, or --yes/)
        assert.equal(
          await said(run, 'users', 'delete', 'ada', '--yes'),
          'Deleted user ada. All sessions have ended.\n',
        )
        assert.deepEqual(
          [(await run('users', 'show', 'ada')).code, await loginStatus(system, login)],
          [1, 401],
        )
      })

      test('the sessions of a user are listed, and ended one by one or all', async () => {
        await using system = await startSystem()
        const run = await runOn(system)
        const ada = await system.signUpAndLogIn('ada')
        const phone = await system.logIn('ada', ada.password)
        const { data } = await json(run, 'sessions', 'list', 'ada')
        assert.deepEqual(
          data.map(({ id }: { id: string }) => id),
          [ada.session_id, phone.session_id],
        )
        await said(run, 'sessions', 'end', 'ada', '--session', phone.session_id)
        assert.deepEqual(
          [await validity(system, ada.access_token), await validity(system, phone.access_token)],
          [200, 401],
        )
        assert.equal(await said(run, 'sessions', 'end', 'ada@example.com'), 'Ended 1 session of ada.\n')
        assert.equal(await validity(system, ada.access_token), 401)
        assert.equal(await said(run, 'sessions', 'list', 'ada'), 'ada has no sessions.\n')
        let ended: EventResource[] = []
        await until('both ends in the history', async () => {
          ended = (await json(run, 'history', 'ada', '--type', 'session.ended')).data
          return ended.length === 2
        })
        for (const { data: end } of ended) assert.equal(end.by === null, way === 'on the databases')
      })

      test('an invitation by the command line arrives, and can be sent again', async () => {
        await using system = await startSystem()
        const run = await runOn(system)
        const email = 'grace@example.com'
        assert.equal(
          await said(run, 'users', 'invite', email, '--name', 'Grace'),
          `Invited user grace. An email goes to ${email}.\n`,
        )
        const first = await tokenFor(system, email, 'accept-invitation')
        await said(run, 'users', 'invite', 'grace')
        const token = await tokenFor(system, email, 'accept-invitation', { count: 2 })
        const reset = (sent: string) =>
          system.send('POST', `${system.authUrl}/api/v1/auth/password/reset`, {
            body: { token: sent, password: 'a long password' },
          })
        assert.deepEqual([(await reset(first)).status, (await reset(token)).status], [400, 200])
        assert.match((await run('users', 'invite', 'grace')).err, /has a password/)
      })

      test('a user whom no mail reaches gets a password to change, and a confirmed address', async () => {
        await using system = await startSystem()
        const run = await runOn(system)
        await system.signUp('ada')
        const confirmed = await said(run, 'users', 'verify-email', 'ada')
        assert.equal(confirmed, 'Confirmed ada@example.com as the email address of user ada.\n')
        const differs = await run('users', 'verify-email', 'ada', '--email', 'ada@example.org')
        assert.match(differs.err, /not the user's current email address/)
        const shown = await said(run, 'users', 'reset-password', 'ada', '--temporary')
        const password = /^temporary password +(\S+)/m.exec(shown)?.[1] ?? ''
        assert.equal(await loginStatus(system, { username: 'ada', password }), 403)
        assert.match(await said(run, 'users', 'show', 'ada'), /^password +temporary, must be changed/m)
        await said(run, 'users', 'reset-password', 'ada')
        assert.notEqual(await tokenFor(system, 'ada@example.com', 'reset-password'), '')

        await said(run, 'users', 'suspend', 'ada', '--reason', 'Card stolen')
        assert.match(
          await said(run, 'users', 'show', 'ada'),
          /^status +suspended since .*\nreason +Card stolen$/m,
        )
        assert.equal((await json(run, 'users', 'show', 'ada')).login_state.suspension.reason, 'Card stolen')
      })

      test('support sees which second factors a user has, and removes those that were lost', async () => {
        await using system = await startSystem({ settings: passkeySettings })
        const run = await runOn(system)
        const { access_token: token, password } = await system.signUpAndLogIn('ada')
        const factors = `${system.usersUrl}/api/v1/users/me/factors/totp`
        const { secret } = (await system.send('POST', factors, { token })).body
        assert.match(await said(run, 'users', 'factors', 'ada'), /^authenticator app +none$/m)
        const body = { code: authenticatorApp(secret, system.clock).code() }
        assert.equal((await system.send('POST', `${factors}/confirm`, { token, body })).status, 200)
        const shown = await said(run, 'users', 'factors', 'ada')
        assert.match(shown, /^authenticator app +added 2\S+, last used 2\S+$/m)
        assert.match(shown, /^recovery codes +10 left, created 2\S+$/m)
        assert.match(shown, /^required at sign-in +yes$/m)
        const removed = await said(run, 'users', 'reset-factors', 'ADA')
        assert.equal(removed, 'Removed all second factors of ada. Sessions that needed one have ended.\n')
        assert.equal(await validity(system, token), 401)
        const none = { totp: null, recovery_codes: null, is_required_at_login: false, passkeys: [] }
        assert.deepEqual(await json(run, 'users', 'factors', 'ada'), none)
        await addPasskey(system, (await system.logIn('ada', password)).access_token)
        const withPasskey = await said(run, 'users', 'factors', 'ada')
        assert.match(withPasskey, /^passkeys +Laptop, added 2\S+, last used never$/m)
      })

      test('a history says what happened, by whom, from where and why', async () => {
        await using system = await startSystem()
        const run = await runOn(system)
        const ada = await system.signUpAndLogIn('ada')
        const body = { username: 'ada', password: 'wrong' }
        assert.equal((await system.send('POST', `${system.authUrl}/auth/login`, { body })).status, 401)
        await said(run, 'users', 'suspend', 'ada')
        let events: EventResource[] = []
        await until('every event in the history', async () => {
          events = (await json(run, 'history', 'ada', '--since', '7d')).data
          const types = events.map(({ type }) => type)
          return ['user.created', 'session.created', 'login.failed', 'user.suspended', 'session.ended'].every(
            (type) => types.includes(type),
          )
        })
        const text = await said(run, 'history', ada.user.id)
        assert.match(text, /user\.created +- +self/)
        assert.match(text, /session\.created +127\.0\.0\.1 +self/)
        assert.match(text, /login\.failed +127\.0\.0\.1 +- +wrong_password/)
        const by = events.find(({ type }) => type === 'user.suspended')?.data.by
        assert.match(
          text,
          by === null ? /user\.suspended +\S+ +operator \S+/ : /user\.suspended +- +[0-9a-f-]{8,}/,
        )
        const { data } = await json(run, 'history', 'ada', '--type', 'login.failed', '--limit', '1')
        assert.deepEqual([data.length, data[0].type], [1, 'login.failed'])
      })
    })
  }

  test('I09 over HTTP a command may do what its key may do, and no more', async () => {
    await using system = await startSystem()
    const { access_token: token } = await system.admin()
    const body = { name: 'reader', scopes: ['users:read'] }
    const { key } = (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body
    await system.signUp('ada')
    const run: Run = (...args) => runCommand([...args, '--url', system.usersUrl], { LATCHKEY_API_KEY: key })
    assert.equal((await json(run, 'users', 'show', 'ada')).username, 'ada')
    const refused = await run('users', 'suspend', 'ada')
    assert.deepEqual(
      [refused.code, refused.err],
      [1, "latchkey: This token doesn't have permission to do that.\n"],
    )
    const keyless = await runCommand(['users', 'list', '--url', system.usersUrl])
    assert.deepEqual([keyless.code, /needs an API key/.test(keyless.err)], [2, true])
    const nowhere = await runCommand(['users', 'list', '--url', 'http://127.0.0.1:9'], {
      LATCHKEY_API_KEY: key,
    })
    assert.deepEqual(
      [nowhere.code, /got no usable answer from http:\/\/127\.0\.0\.1:9/.test(nowhere.err)],
      [1, true],
    )
  })
})

test('a misspelt command or flag is answered with the one that was meant, and help explains each', async () => {
  const faults = async (...args: string[]) => {
    const { code, err } = await runCommand(args)
    return [code, err]
  }
  assert.deepEqual(await faults('usres', 'list'), [
    2,
    'latchkey: Unknown command "usres list". Did you mean users list?\n',
  ])
  assert.deepEqual(await faults('users', 'list', '--statsu', 'active'), [
    2,
    'latchkey: Unknown flag --statsu. Did you mean --status?\n',
  ])
  for (const args of [
    ['help', 'users', 'delete'],
    ['users', 'delete', '--help'],
  ]) {
    const { code, out } = await runCommand(args)
    assert.deepEqual([code, /\n {2}latchkey users delete USER \[FLAGS\]\n/.test(out)], [0, true])
    assert.match(out, / --yes +Skip the confirmation/)
    assert.match(out, /--api-key-file FILE/)
  }
  const { out } = await runCommand(['help', 'sessions'])
  assert.match(out, /^ {2}sessions list USER +List the sessions of a user/m)
})
