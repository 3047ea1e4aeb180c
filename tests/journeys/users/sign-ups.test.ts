import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Failure } from '#contract/declaration/failures.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { openRecordedUsers } from '#tests/support/recorded-users.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { type HttpReply, type System, stillClock } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { createUser } from '#users/sign-up/create-user.ts'

const behindProxy = { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' }
const password = 'correct horse battery'

interface From {
  address?: string
  path?: string
  key?: string
}

const signUp = (
  system: System,
  username: string,
  { address, path = '/users/create', key }: From = {},
): Promise<HttpReply> =>
  system.send('POST', `${system.usersUrl}${path}`, {
    body: { username, email: `${username}@example.com`, password },
    headers: {
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  })

const statusesOf = async (count: number, one: (at: number) => Promise<HttpReply>): Promise<number[]> => {
  const statuses: number[] = []
  for (let at = 0; at < count; at++) statuses.push((await one(at)).status)
  return statuses
}

onEachEngine((startSystem, engine) => {
  describe('a limit on sign-ups', () => {
    test('one network signs up five users a minute, by any route, and no other network is refused for it', async () => {
      await using system = await startSystem({ settings: behindProxy, clock: stillClock() })
      const paths = ['/users/create', '/api/v1/users/create']
      const from = (address: string) => (at: number) =>
        signUp(system, `user-${address.replace(/\W/g, '-')}-${at}`, { address, path: paths[at % 2] ?? '' })
      assert.deepEqual(await statusesOf(6, from('203.0.113.7')), [201, 201, 201, 201, 201, 429])
      const refused = await signUp(system, 'one-more', { address: '203.0.113.7' })
      assert.equal(refused.body.code, 'signup_limited')
      const seconds = Number(refused.headers.get('retry-after'))
      assert.ok(seconds > 0 && seconds <= 12, `${seconds}`)
      assert.equal(refused.headers.get('ratelimit'), `"signup";r=0;t=${seconds}`)
      assert.equal(refused.headers.get('ratelimit-policy'), '"signup";q=5;w=60')
      assert.equal((await signUp(system, 'neighbour', { address: '203.0.113.8' })).status, 201)
      system.clock.advance(12_000)
      assert.equal((await signUp(system, 'one-more', { address: '203.0.113.7' })).status, 201)
      system.clock.advance(60_000)
      assert.deepEqual(
        await statusesOf(6, (at) => from('203.0.113.7')(10 + at)),
        [201, 201, 201, 201, 201, 429],
      )
    })

    test('parallel sign-ups of one network are not more than those in turn', async () => {
      await using system = await startSystem({ settings: behindProxy, clock: stillClock() })
      const replies = await Promise.all(
        Array.from({ length: 30 }, (_, at) => signUp(system, `user-${at}`, { address: '203.0.113.7' })),
      )
      // A busy machine may refuse some requests with 503, which does not depend on the limit.
      const judged = replies.filter(({ status }) => status !== 503)
      const made = judged.filter(({ status }) => status === 201)
      assert.ok(made.length > 0 && made.length <= 5, `${made.length} of 30 were made`)
      assert.deepEqual(
        new Set(judged.filter((reply) => !made.includes(reply)).map(({ body }) => body.code)),
        new Set(['signup_limited']),
      )
    })

    test('a restart gives nobody more sign-ups', async () => {
      const [data, clock] = [temporaryFolder(), stillClock()]
      try {
        for (const [name, expected] of [
          ['before', [201, 201, 201, 201, 201]],
          ['after', [429, 429]],
        ] as const) {
          await using system = await startSystem({ settings: behindProxy, data, clock })
          const one = (at: number) => signUp(system, `${name}-${at}`, { address: '203.0.113.7' })
          assert.deepEqual(await statusesOf(expected.length, one), expected)
        }
      } finally {
        rmSync(data, { recursive: true })
      }
    })

    test('whoever has an IPv6 /64 has one limit, and whoever has a /48 has that of ten', async () => {
      await using system = await startSystem({ settings: behindProxy, clock: stillClock() })
      const of64 = (at: number) => signUp(system, `one-${at}`, { address: `2001:db8:0:1::${at + 1}` })
      assert.deepEqual(await statusesOf(6, of64), [201, 201, 201, 201, 201, 429])
      const of48 = (at: number) => signUp(system, `many-${at}`, { address: `2001:db8:0:${at + 2}::1` })
      assert.equal((await statusesOf(50, of48)).filter((status) => status === 429).length, 5)
      assert.equal((await signUp(system, 'other', { address: '2001:db8:1:1::1' })).status, 201)
    })

    test('an operator can give networks more room, as a school behind one address needs', async () => {
      await using system = await startSystem({
        settings: { ...behindProxy, LATCHKEY_SIGNUPS_PER_MINUTE: '7' },
        clock: stillClock(),
      })
      const one = (at: number) => signUp(system, `pupil-${at}`, { address: '203.0.113.7' })
      assert.deepEqual(await statusesOf(8, one), [201, 201, 201, 201, 201, 201, 201, 429])
    })

    test('this machine has no limit, but what an unnamed proxy passes on has one', async () => {
      await using system = await startSystem({ clock: stillClock() })
      assert.deepEqual(await statusesOf(7, (at) => signUp(system, `local-${at}`)), Array(7).fill(201))
      const passedOn = (at: number) => signUp(system, `far-${at}`, { address: `203.0.113.${at}` })
      assert.deepEqual(await statusesOf(6, passedOn), [201, 201, 201, 201, 201, 429])
    })

    test('a sign-up that was answered before is answered again, and not counted again', async () => {
      await using system = await startSystem({ settings: behindProxy, clock: stillClock() })
      const address = '203.0.113.7'
      const replies: HttpReply[] = []
      for (let time = 0; time < 8; time++) replies.push(await signUp(system, 'ada', { address, key: 'one' }))
      assert.deepEqual(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size, 1)
      const others = (at: number) => signUp(system, `other-${at}`, { address })
      assert.deepEqual(await statusesOf(5, others), [201, 201, 201, 201, 429])
    })

    test('an Idempotency-Key is of the network that sent it: nobody else can use it up or learn of it', async () => {
      await using system = await startSystem({ settings: behindProxy, clock: stillClock() })
      const key = 'retry-1'
      const ada = await signUp(system, 'ada', { address: '2001:db8::1', key })
      assert.equal(ada.status, 201)
      const bob = await signUp(system, 'bob', { address: '203.0.113.8', key })
      assert.equal(bob.status, 201, 'the key of somebody else is no key of this one')
      const again = await signUp(system, 'ada', { address: '2001:db8::2', key })
      assert.deepEqual([again.status, again.body.id], [201, ada.body.id], 'the same network, another address')
      const other = await signUp(system, 'other', { address: '203.0.113.8', key })
      assert.equal(other.body.code, 'idempotency_key_reused')
    })

    test('whoever has the right to make users makes as many as they like, by HTTP and by gRPC', async () => {
      await using system = await startSystem({ settings: behindProxy, clock: stillClock() })
      const { access_token: token } = await system.admin()
      const headers = { 'x-forwarded-for': '203.0.113.7' }
      const byHttp = (at: number) =>
        system.send('POST', `${system.usersUrl}/api/v1/users`, {
          token,
          headers,
          body: { name: 'Ada', email: `http-${at}@example.com`, password },
        })
      assert.deepEqual(await statusesOf(7, byHttp), Array(7).fill(201))
      using users = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
      for (let at = 0; at < 7; at++) {
        const request = { name: 'Ada', email: `rpc-${at}@example.com`, password }
        await users.call('CreateUser', request, { token, metadata: headers })
      }
      await assert.rejects(users.call('CreateUser', { name: 'Ada', email: 'x@example.com', password }), {
        reason: 'token_missing',
      })
    })
  })

  test('I18 a sign-up that is over the limit costs no hash and looks nobody up', async () => {
    await using recorded = await openRecordedUsers(engine, { signup: 'open', clock: stillClock() })
    let hashes = 0
    const passwords = {
      ...recorded.users.passwords,
      hashOfNewUser: async () => {
        hashes++
        return 'no hash'
      },
    }
    const policy = { ...recorded.users.policy, signUpsPerMinute: 5 }
    const users = { ...recorded.users, passwords, policy }
    const attempt = (at: number) =>
      createUser(users, {
        username: `user-${at}`,
        email: `user-${at}@example.com`,
        password,
        address: '203.0.113.7',
        passedOnBy: 'nobody',
      })
    for (let at = 0; at < 5; at++) await attempt(at)
    const isOfTheLimit = (text: string) => text === 'BEGIN' || text.includes('rate_limits')
    const statements = await recorded.statementsOf(async () => {
      await assert.rejects(attempt(5), ({ code }: Failure) => code === 'signup_limited')
    })
    assert.equal(hashes, 5)
    assert.ok(statements.length > 0 && statements.every(isOfTheLimit), `${statements}`)
  })
})
