import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import { nextReads } from '#runtime/next-reads.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { logInTo, relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'
import { type RpcClient, rpcClient } from '#tests/support/rpc-client.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

/** Sends a request and closes the connection at once: the server reads the request, and then the end. */
async function sendAndLeave(url: string, { body, type }: { body: string; type: string }): Promise<void> {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
  socket.end(head + body)
  socket.resume()
  await once(socket, 'close')
}

/** Sends a call and cancels it as soon as its message is on the way. */
async function callAndCancel({ converse }: RpcClient, message: object): Promise<void> {
  const call = converse('Refresh')
  const ended = new Promise((resolve) => call.on('error', resolve))
  call.end(message)
  await once(call, 'metadata')
  call.cancel()
  await ended
}

/** Waits longer than the services do before they decide about a request whose client has gone. */
async function untilLookedAt(): Promise<void> {
  for (let times = 0; times < 4; times++) await nextReads()
}

/** The lines about refreshes whose client has disconnected; the first of a session is logged at once. */
const abandonedIn = (system: System) => system.log.filter(({ event }) => event === 'refresh.abandoned')

const hasEnded = (system: System) => system.log.some(({ event }) => event === 'session.ended')

const sessionIn = (token: string) => decodeJwt(token).sid

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

onEachEngine((startSystem) => {
  test('a copied refresh token ends the session, and one whose client has disconnected ends nothing', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const old = { refresh_token: ada.refresh_token }
    const exchange = (token: string) =>
      system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token: token } })
    const second = (await exchange(old.refresh_token)).body.refresh_token
    const third = (await exchange(second)).body.refresh_token

    await sendAndLeave(`${system.authUrl}/auth/refresh`, { body: JSON.stringify(old), type: json })
    using rpc = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
    await callAndCancel(rpc, old)
    await untilLookedAt()
    const fourth = await exchange(third)
    assert.equal(fourth.status, 200)
    assert.equal(hasEnded(system), false)
    await until('that the log tells of it', () => abandonedIn(system).length > 0)
    const [line] = abandonedIn(system)
    const { user_id, session_id } = line ?? {}
    assert.deepEqual([line?.level, user_id, session_id], ['warn', ada.user.id, sessionIn(ada.access_token)])

    const reused = await exchange(old.refresh_token)
    assert.deepEqual([reused.status, reused.body.reason], [401, 'refresh_reused'])
    assert.equal((await exchange(fourth.body.refresh_token)).body.reason, 'refresh_reused')
  })

  test('a copied refresh token of an application ends nothing either when its client has disconnected', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system)
    const browser = await signedInBrowser(system, ada)
    const first = (await logInTo(wiki, browser)).refresh_token ?? ''
    const exchange = (token: string) => openid.refreshTokenGrant(wiki.config, token)
    const second = (await exchange(first)).refresh_token ?? ''
    const third = (await exchange(second)).refresh_token ?? ''

    const sent = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: wiki.id,
      refresh_token: first,
    })
    if (wiki.secret) sent.set('client_secret', wiki.secret)
    await sendAndLeave(`${system.authUrl}/oidc/token`, { body: `${sent}`, type: form })
    await untilLookedAt()
    const fourth = (await exchange(third)).refresh_token ?? ''
    assert.equal(hasEnded(system), false)
    await until('that the log tells of it', () => abandonedIn(system).length > 0)
    const [line] = abandonedIn(system)
    assert.deepEqual([line?.level, line?.user_id], ['warn', ada.id])

    await assert.rejects(exchange(first), { error: 'invalid_grant' })
    await assert.rejects(exchange(fourth), { error: 'invalid_grant' })
    assert.equal(hasEnded(system), true)
  })
})
