import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventResource } from '#contract/events/events.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { until } from '#tests/support/until.ts'

onEachEngine((startSystem) => {
  test('events tell from which address a user logged in, was refused, logged out and got a password', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
    const { access_token: adminToken } = await system.admin()
    const { id, password, email } = await system.signUp('ada')
    let host = 0
    /** Sends a request from the next address of 198.51.100.0/24. */
    const post = async (path: string, { token, body }: { token?: string; body?: object } = {}) =>
      (
        await system.send('POST', `${system.authUrl}${path}`, {
          ...(token && { token }),
          ...(body && { body }),
          headers: { 'x-forwarded-for': `198.51.100.${++host}` },
        })
      ).body
    const logIn = (sent: string, username = 'ada') =>
      post('/auth/login', { body: { username, password: sent } })

    const { access_token } = await logIn(password)
    await logIn('wrong')
    await logIn('wrong', 'nobody')
    await post('/auth/logout', { token: access_token })
    const copied = await logIn(password)
    const refresh = (token: string) => post('/auth/refresh', { body: { refresh_token: token } })
    const { refresh_token: next } = await refresh(copied.refresh_token)
    await refresh(next)
    await refresh(copied.refresh_token)
    const { refresh_token: revoked } = await logIn(password)
    await post('/api/v1/auth/revoke', { body: { token: revoked } })
    const { access_token: token } = await logIn(password)
    await logIn(password)
    const sessions = `/api/v1/users/${id}/sessions`
    await post(`${sessions}/revoke`, { token, body: { scope: 'others' } })
    const change = { current_password: 'wrong', new_password: 'a second long password' }
    await post('/api/v1/auth/password/change', { token, body: change })
    await post('/api/v1/auth/password/change', {
      token,
      body: { ...change, current_password: password },
    })
    await post(`${sessions}/revoke`, { token: adminToken, body: { scope: 'all' } })
    await post('/api/v1/auth/password/forgot', { body: { email } })
    const link = await tokenFor(system, email, 'reset-password')
    await post('/api/v1/auth/password/reset', { body: { token: link, password: 'a third long password' } })

    const query = 'type=login.failed,session.ended,user.password_changed&limit=200'
    const url = `${system.usersUrl}/api/v1/events?${query}`
    let events: EventResource[] = []
    await until('the last of the events', async () => {
      events = (await system.send('GET', url, { token: adminToken })).body.data
      const ends = events.filter(({ type }) => type === 'session.ended')
      return ends.length === 6 && events.some(({ data }) => data.how === 'reset')
    })
    const seen = events.map(({ type, user_id, data }) => ({
      what: [type, user_id === id ? 'ada' : user_id, data.reason ?? data.how],
      host: typeof data.address === 'string' ? Number(/^198\.51\.100\.(\d+)$/.exec(data.address)?.[1]) : 0,
    }))
    const whats = (hasAddress: boolean) =>
      seen
        .filter(({ host }) => host > 0 === hasAddress)
        .toSorted((one, other) => one.host - other.host)
        .map(({ what, host }) => [...what, host])
    assert.deepEqual(whats(true), [
      ['login.failed', 'ada', 'wrong_password', 2],
      ['session.ended', 'ada', 'logout', 4],
      ['session.ended', 'ada', 'refresh_reused', 8],
      ['session.ended', 'ada', 'revoked', 10],
      ['session.ended', 'ada', 'revoked', 13],
      ['login.failed', 'ada', 'wrong_current_password', 14],
      ['user.password_changed', 'ada', 'change', 15],
      ['user.password_changed', 'ada', 'reset', 18],
    ])
    assert.deepEqual(
      whats(false).toSorted(),
      [
        ['login.failed', null, 'unknown_name', 0],
        ['session.ended', 'ada', 'password_changed', 0],
        ['session.ended', 'ada', 'revoked', 0],
      ],
      'an address is that of the user, and is known as long as the user is',
    )
  })
})
