import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { formType } from '#tests/support/account-forms.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import {
  ask,
  at,
  exchange,
  issuer,
  logInTo,
  plainBrowser,
  type RelyingParty,
  relyingParty,
  signedInBrowser,
} from '#tests/support/relying-party.ts'
import { type System, send } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

/** Sends the form of another site as browsers do: without the cookies, which are `Lax`. Returns where the reply leads. */
async function post(system: System, path: string, body: string): Promise<string> {
  const reply = await send('POST', `${system.authUrl}${path}`, {
    body,
    headers: { 'content-type': formType, 'sec-fetch-site': 'cross-site', origin: 'https://wiki.example.com' },
  })
  assert.equal(reply.status, 303, JSON.stringify(reply.body))
  assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
  return reply.headers.get('location') ?? ''
}

/** Builds an authorization request, and splits it in its path and its parameters. */
async function askByForm(party: RelyingParty, parameters: Record<string, string> = {}) {
  const asked = await ask(party, parameters)
  return { asked, body: new URL(asked.url).search.slice(1) }
}

const problemOf = async (system: System, path: string, options: Parameters<typeof send>[2]) => {
  const { status, body } = await send('POST', `${system.authUrl}${path}`, options)
  return [status, body.code, body.errors?.[0]?.code].filter((one) => one !== undefined).join(' ')
}

onEachEngine((startSystem) => {
  test('an authorization request and a logout work by POST as by GET, for a person who is signed in', async () => {
    await using system = await startSystem()
    const ada = await system.signUp('ada')
    const wiki = await relyingParty(system, { post_logout_redirect_uris: ['https://wiki.example.com/bye'] })
    const browser = await signedInBrowser(system, ada)
    const { asked, body } = await askByForm(wiki, { prompt: 'none' })
    const { url } = await browser.follow(await post(system, '/oidc/authorize', body))
    const tokens = await exchange(wiki, url, asked)
    assert.equal(tokens.claims()?.sub, ada.id)

    const leaving = {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: 'https://wiki.example.com/bye',
      state: 'a b&c=d',
    }
    const to = await post(system, '/oidc/logout', new URLSearchParams(leaving).toString())
    const left = await browser.follow(to)
    assert.equal(left.url.origin, 'https://wiki.example.com')
    assert.equal(left.url.searchParams.get('state'), 'a b&c=d')
    await assert.rejects(openid.refreshTokenGrant(wiki.config, tokens.refresh_token ?? ''))
  })

  test('a request by POST keeps every parameter, and leads nobody who is not signed in past the sign-in', async () => {
    await using system = await startSystem()
    const api = ['https://api.example.com', 'https://files.example.com']
    const wiki = await relyingParty(system, { resources: api, first_party: false })
    const { body } = await askByForm(wiki, { state: 'ü + / ? # %20 &' })
    const twice = `${body}&resource=${encodeURIComponent(api[0] ?? '')}&resource=${encodeURIComponent(api[1] ?? '')}`
    const location = new URL(await post(system, '/oidc/authorize?ui_locales=de', twice))
    assert.equal(location.origin + location.pathname, `${issuer}/oidc/authorize`)
    assert.equal(location.searchParams.get('state'), 'ü + / ? # %20 &')
    assert.deepEqual(location.searchParams.getAll('resource'), api)
    assert.equal(location.searchParams.get('ui_locales'), 'de')
    const { url, page } = await plainBrowser(system).follow(location.href)
    assert.equal(url.pathname, '/account/sign-in')
    assert.ok(page)
  })

  test('a request by POST that is too long, or no form, is refused, and no client can break it off with a log line', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    for (const path of ['/oidc/authorize', '/oidc/logout']) {
      const form = { 'content-type': formType }
      const long = `state=${'a'.repeat(8_000)}`
      assert.equal(
        await problemOf(system, path, { body: long, headers: form }),
        '400 invalid_request too_long',
      )
      const growing = `state=${'ü'.repeat(3_000)}`
      assert.equal(
        await problemOf(system, path, { body: growing, headers: form }),
        '400 invalid_request too_long',
      )
      assert.equal(await problemOf(system, path, { body: {} }), '415 unsupported_media_type')
      const huge = `state=${'a'.repeat(1_000_000)}`
      assert.equal(
        await problemOf(system, path, { body: huge, headers: form }),
        '400 invalid_request too_long',
      )
      const { port } = new URL(system.authUrl)
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\nContent-Length: 100\r\n\r\nclient_id=${wiki.id}`,
      )
      await new Promise((resolve) => socket.once('connect', resolve))
      const before = system.log.length
      socket.destroySoon()
      await until('the refusal is in the log', () =>
        system.log.slice(before).some(({ code }) => code === 'malformed_request'),
      )
    }
    assert.deepEqual(
      system.log.filter((line) => 'err' in line),
      [],
    )
  })

  test('a body that is refused before its end keeps no later request on its connection waiting', async () => {
    await using system = await startSystem()
    await relyingParty(system)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const statusOf = (method: string, path: string, body = '') =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-type': formType, 'content-length': body.length }
        const sent = request(`${system.authUrl}${path}`, { method, agent, headers, timeout: 60_000 })
        sent.on('timeout', () => sent.destroy(new Error('a request that waits for the body of another')))
        sent.on('error', reject)
        sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)))
        sent.end(body)
      })
    for (const path of ['/oidc/authorize', '/oidc/token', '/oidc/device']) {
      assert.equal(await statusOf('POST', path, `state=${'a'.repeat(200_000)}`), 400, path)
      assert.equal(await statusOf('GET', '/health/live'), 200, path)
    }
    agent.destroy()
  })

  test('a path of the provider names the methods that it answers to any other one', async () => {
    await using system = await startSystem()
    await relyingParty(system)
    const allowed = {
      '/oidc/authorize': 'GET, HEAD, POST',
      '/oidc/token': 'POST',
      '/oidc/userinfo': 'GET, HEAD, POST',
      '/oidc/logout': 'GET, HEAD, POST',
      '/oidc/logout/confirm': 'POST',
      '/oidc/device/authorize': 'POST',
      '/.well-known/openid-configuration': 'GET, HEAD',
    }
    for (const [path, allow] of Object.entries(allowed))
      for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
        const reply = await send(method, `${system.authUrl}${path}`)
        assert.equal(
          `${reply.status} ${reply.body.code} ${reply.headers.get('allow')}`,
          `405 method_not_allowed ${allow}`,
        )
      }
    const preflight = { origin: 'https://wiki.example.com', 'access-control-request-method': 'POST' }
    const asked = (path: string) => send('OPTIONS', `${system.authUrl}${path}`, { headers: preflight })
    assert.equal((await asked('/oidc/token')).status, 204, 'scripts of public clients call it')
    assert.equal((await asked('/oidc/authorize')).status, 405, 'no script calls a page')
    const { status } = await fetch(`${system.authUrl}/.well-known/openid-configuration`, { method: 'HEAD' })
    assert.equal(status, 200)
  })

  test('without a client no endpoint of the provider answers, by whichever method', async () => {
    await using system = await startSystem()
    for (const method of ['GET', 'POST', 'PUT'])
      assert.equal((await send(method, `${system.authUrl}/oidc/authorize`)).status, 404, method)
  })

  test('an error that the provider has no answer for has the form of every other failure', async () => {
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    await logInTo(wiki, await signedInBrowser(system, await system.signUp('ada')))
    const db = await system.database('auth')
    await db.query`ALTER TABLE oidc_artifacts RENAME COLUMN payload TO broken`
    const reply = await send('GET', `${system.authUrl}/oidc/device`)
    await db.query`ALTER TABLE oidc_artifacts RENAME COLUMN broken TO payload`
    assert.deepEqual([reply.status, reply.body.code], [500, 'internal'])
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(reply.body.request_id, reply.headers.get('x-request-id'))
    assert.equal((await fetch(at(system, `${issuer}/oidc/device`))).status, 200)
  })

  test('a client that breaks off in the middle of its request leaves a warning, and nothing on the console', async (t) => {
    const console = t.mock.method(globalThis.console, 'error')
    await using system = await startSystem()
    const wiki = await relyingParty(system)
    await logInTo(wiki, await signedInBrowser(system, await system.signUp('ada')))
    const head = `POST /oidc/token HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType}\r\nContent-Length: 100\r\n`
    await until('a warning', async () => {
      const socket = connect(Number(new URL(system.authUrl).port), '127.0.0.1')
      // The server begins to read the body when it says that the client can go on.
      socket.once('data', () => socket.resetAndDestroy())
      socket.write(`${head}Expect: 100-continue\r\n\r\n`)
      await once(socket, 'close')
      return /OpenID request broke off/.test(system.logText())
    })
    assert.equal(console.mock.callCount(), 0)
  })
})
