import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { HttpReply, SignedIn, System } from '#tests/support/system.ts'

const me = (system: System, token: string): Promise<HttpReply> =>
  system.send('GET', `${system.usersUrl}/api/v1/users/me`, { token })

/** The users of this test. Many more tokens are sent at once than the 40 that fit into one request between the services. */
const names = Array.from({ length: 24 }, (_, at) => `user-${at}`)

onEachEngine((startSystem) => {
  test('calls between the services share requests, and everybody gets the answer about their own token', async () => {
    await using system = await startSystem()
    const people: SignedIn[] = []
    for (const name of names) people.push(await system.signUpAndLogIn(name))
    const [left, gone, ...others] = people
    await system.send('POST', `${system.authUrl}/auth/logout`, { token: left?.access_token ?? '' })
    await system.send('DELETE', `${system.usersUrl}/users/${gone?.user.id}`, {
      token: gone?.access_token ?? '',
    })
    const asked = [...people, ...people].flatMap(({ access_token: token, user }) => [
      { token, says: user.username },
      { token: `${token.slice(0, -4)}AAAA`, says: 'token_invalid' },
      // A token of more than 1,500 characters is sent in a request of its own, and one of more than 8,192 is refused
      // without a request.
      { token: `${token}${'A'.repeat(6_000)}`, says: 'token_invalid' },
      { token: `${token}${'A'.repeat(9_000)}`, says: 'token_invalid' },
    ])
    const replies = await Promise.all(asked.map(({ token }) => me(system, token)))
    const ended = [left?.access_token, gone?.access_token]
    for (const [at, { body }] of replies.entries()) {
      const { token = '', says } = asked[at] ?? {}
      assert.equal(body.username ?? body.code, ended.includes(token) ? 'session_ended' : says)
      if (ended.includes(token))
        assert.equal(body.reason, token === left?.access_token ? 'logout' : 'user_deleted')
    }

    const refreshed = await Promise.all(
      others.map(({ refresh_token }) =>
        system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token } }),
      ),
    )
    assert.deepEqual(
      refreshed.map(({ status, body }) => [status, body.user.username]),
      others.map(({ user }) => [200, user.username]),
    )
  })
})
