import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { secretMatches } from '#auth/clients/client-secret.ts'
import { findClient } from '#auth/clients/client-store.ts'
import { openKnownClients } from '#auth/clients/known-clients.ts'
import { toProviderMetadata } from '#auth/clients/provider-metadata.ts'
import { mailIsSent, mailTo } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { enrolApp } from '#tests/support/second-factors.ts'
import { allRows } from '#tests/support/stored.ts'
import { type System, stillClock } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const redirect_uris = ['https://wiki.example.com/signed-in']
const wiki = { name: 'Wiki', redirect_uris }
const minute = 60_000

/** Returns a function that calls the routes for the management of OpenID clients. */
const caller =
  (system: System, token: string) =>
  (method: string, path = '', body?: unknown, headers: Record<string, string> = {}) =>
    system.send(method, `${system.authUrl}/api/v1/oidc-clients${path}`, { token, body, headers })

async function asAdmin(system: System) {
  const { access_token: token, user } = await system.admin()
  return { call: caller(system, token), token, user }
}

onEachEngine((startSystem) => {
  test('a client is made with sensible settings, found, changed under its ETag, and deleted', async () => {
    await using system = await startSystem()
    const { call, user } = await asAdmin(system)
    const made = await call('POST', '', wiki)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id, client_secret, secrets, created_at, updated_at, ...rest } = made.body
    assert.equal(made.headers.get('location'), `/api/v1/oidc-clients/${id}`)
    assert.match(client_secret, /^lks_[\w-]{43}$/)
    assert.equal(secrets.length, 1)
    assert.deepEqual(rest, {
      ...wiki,
      kind: 'confidential',
      first_party: false,
      token_endpoint_auth_method: 'client_secret_basic',
      jwks: null,
      post_logout_redirect_uris: [],
      backchannel_logout_uri: null,
      grant_types: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      resources: [],
      id_token_signed_response_alg: 'RS256',
      require_pushed_authorization_requests: false,
      require_pkce: 'always',
      dpop_bound_access_tokens: false,
      enabled: true,
      created_by: user.id,
    })
    const found = await call('GET', `/${id.toUpperCase()}`)
    const { client_secret: _, ...resource } = made.body
    assert.deepEqual([found.status, found.body], [200, resource])
    const ifMatch = { 'if-match': found.headers.get('etag') ?? '' }
    const patched = await call(
      'PATCH',
      `/${id}`,
      { first_party: true, backchannel_logout_uri: 'https://a.example/out' },
      ifMatch,
    )
    assert.deepEqual([patched.status, patched.body.first_party], [200, true])
    assert.equal((await call('PATCH', `/${id}`, { name: 'Late' }, ifMatch)).status, 412)
    assert.equal(
      (await call('PATCH', `/${id}`, { backchannel_logout_uri: null })).body.backchannel_logout_uri,
      null,
    )
    const same = await call('PATCH', `/${id}`, { first_party: true })
    assert.equal(same.headers.get('etag'), '"3"', 'what changes nothing is no new version')
    assert.equal((await call('DELETE', `/${id}`, undefined, ifMatch)).status, 412)
    assert.equal((await call('DELETE', `/${id}`)).status, 204)
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const)
      assert.equal((await call(method, `/${id}`, body)).body.code, 'client_not_found')
    assert.equal((await call('GET', '/nothing')).status, 404)
  })

  test('the list comes in pages, oldest first, and needs the scope clients:write', async () => {
    await using system = await startSystem()
    const { call, token } = await asAdmin(system)
    for (const name of ['One', 'Two', 'Three']) {
      assert.equal((await call('POST', '', { ...wiki, name })).status, 201)
      system.clock.advance(1)
    }
    const names: string[] = []
    for (let query = '?limit=2'; query !== ''; ) {
      const { body } = await call('GET', query)
      names.push(...body.data.map(({ name }: { name: string }) => name))
      query = body.next_cursor === null ? '' : `?limit=2&cursor=${body.next_cursor}`
    }
    assert.deepEqual(names, ['One', 'Two', 'Three'])
    const ada = await system.signUpAndLogIn('ada')
    assert.equal((await caller(system, ada.access_token)('GET')).status, 403)
    const keys = `${system.usersUrl}/api/v1/api-keys`
    for (const [scope, status] of [
      ['keys:write', 403],
      ['clients:write', 201],
    ] as const) {
      const { key } = (await system.send('POST', keys, { token, body: { name: 'ci', scopes: [scope] } })).body
      assert.equal((await caller(system, key)('POST', '', wiki)).status, status)
    }
  })

  test('I131 a secret is random, shown once, stored as a digest, and two may overlap', async () => {
    await using system = await startSystem()
    const { call } = await asAdmin(system)
    const { id, client_secret: first, secrets } = (await call('POST', '', wiki)).body
    const second = await call('POST', `/${id}/secrets`)
    assert.equal(second.status, 201)
    assert.equal((await call('POST', `/${id}/secrets`)).body.code, 'too_many_client_secrets')
    const db = await system.database('auth')
    const matches = async (secret: string) => {
      const client = await findClient(db, id)
      return client !== undefined && secretMatches(client, secret)
    }
    for (const secret of [first, second.body.client_secret]) assert.equal(await matches(secret), true)
    const stored = await findClient(db, id)
    for (const wrong of ['', 'lks_', first.slice(0, -1), `${first} `, stored?.secrets[0]?.digest ?? ''])
      assert.equal(await matches(wrong), false, wrong)
    const everything = JSON.stringify([...(await allRows(db))]) + JSON.stringify((await call('GET')).body)
    for (const secret of [first, second.body.client_secret])
      assert.ok(
        !everything.includes(secret) && !everything.includes(secret.slice(4)),
        'only its digest is kept',
      )

    const revoke = (secretId: string) => call('DELETE', `/${id}/secrets/${secretId}`)
    assert.equal((await revoke(secrets[0].id)).status, 204)
    assert.deepEqual([await matches(first), await matches(second.body.client_secret)], [false, true])
    assert.equal((await revoke(secrets[0].id)).body.code, 'client_secret_not_found')
    assert.equal((await revoke(second.body.id)).status, 204, 'also the last one')
    assert.equal(await matches(second.body.client_secret), false)
    const open = (await call('POST', '', { ...wiki, token_endpoint_auth_method: 'none' })).body
    assert.deepEqual([open.kind, open.client_secret, open.secrets], ['public', undefined, []])
    assert.equal((await call('POST', `/${open.id}/secrets`)).body.code, 'client_has_no_secrets')
  })

  test('I131 of many that add a secret at the same moment one succeeds', async () => {
    await using system = await startSystem()
    const { call } = await asAdmin(system)
    const { id } = (await call('POST', '', wiki)).body
    const replies = await Promise.all(Array.from({ length: 10 }, () => call('POST', `/${id}/secrets`)))
    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    assert.equal((await call('GET', `/${id}`)).body.secrets.length, 2)
  })

  test('what does not fit together is refused, with the field that is wrong', async () => {
    await using system = await startSystem()
    const { call } = await asAdmin(system)
    const publicJwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
    const privateJwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    const shortRsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })
    const withKeys = (...keys: object[]) => ({
      ...wiki,
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys },
    })
    for (const [body, pointer] of [
      [{ name: 'Wiki' }, '/redirect_uris'],
      [{ ...wiki, redirect_uris: ['https://a.example/', 'javascript:alert(1)'] }, '/redirect_uris/1'],
      [{ ...wiki, redirect_uris: ['https://localhost/', 'http://localhost/'] }, '/redirect_uris'],
      [{ ...wiki, post_logout_redirect_uris: ['http://a.example/'] }, '/post_logout_redirect_uris/0'],
      [{ ...wiki, backchannel_logout_uri: 'com.example.app:/x' }, '/backchannel_logout_uri'],
      [{ ...wiki, backchannel_logout_uri: 'http://a.example/' }, '/backchannel_logout_uri'],
      [{ ...wiki, scopes: ['openid', 'users:write'] }, '/scopes/1'],
      [{ ...wiki, scopes: ['two words'] }, '/scopes/0'],
      [{ ...wiki, grant_types: ['authorization_code'], scopes: ['openid', 'offline_access'] }, '/scopes'],
      [{ ...wiki, grant_types: ['implicit'] }, '/grant_types/0'],
      [{ ...wiki, grant_types: ['refresh_token'] }, '/grant_types'],
      [{ ...wiki, token_endpoint_auth_method: 'none', grant_types: ['client_credentials'] }, '/grant_types'],
      [{ ...wiki, token_endpoint_auth_method: 'client_secret_jwt' }, '/token_endpoint_auth_method'],
      [{ ...wiki, id_token_signed_response_alg: 'none' }, '/id_token_signed_response_alg'],
      [{ ...wiki, id_token_signed_response_alg: 'HS256' }, '/id_token_signed_response_alg'],
      [{ ...wiki, resources: ['latchkey'] }, '/resources/0'],
      [{ ...wiki, resources: ['https://auth.example.com'] }, '/resources/0'],
      [{ ...wiki, resources: ['https://api.example.com/#x'] }, '/resources/0'],
      [{ ...wiki, jwks: { keys: [publicJwk] } }, '/jwks'],
      [{ ...wiki, token_endpoint_auth_method: 'private_key_jwt' }, '/jwks'],
      [withKeys(privateJwk), '/jwks/keys/0/d'],
      [withKeys(shortRsa), '/jwks/keys/0'],
      [withKeys({ kty: 'oct', k: 'c2VjcmV0' }), '/jwks/keys/0/k'],
      [withKeys(publicJwk, publicJwk), '/jwks/keys/0/kid'],
      [{ ...wiki, client_secret: 'mine' }, '/client_secret'],
    ] as const) {
      const { status, body: problem } = await call('POST', '', body)
      assert.deepEqual(
        [status, problem.errors?.[0]?.pointer],
        [400, pointer],
        JSON.stringify([body, problem]),
      )
    }
    for (const body of [
      withKeys(publicJwk),
      {
        name: 'Robot',
        grant_types: ['client_credentials'],
        resources: ['https://api.example.com', 'urn:example:api'],
      },
      {
        name: 'Television',
        token_endpoint_auth_method: 'none',
        grant_types: ['device_code', 'refresh_token'],
      },
      {
        ...wiki,
        redirect_uris: ['com.example.app:/in', 'http://127.0.0.1/in'],
        token_endpoint_auth_method: 'none',
      },
    ]) {
      const { status, body: problem } = await call('POST', '', body)
      assert.equal(status, 201, JSON.stringify(problem))
    }
    const { id } = (await call('POST', '', wiki)).body
    const other = await call('PATCH', `/${id}`, { token_endpoint_auth_method: 'none' })
    assert.deepEqual([other.status, other.body.errors[0].pointer], [400, '/token_endpoint_auth_method'])
    assert.equal((await call('PATCH', `/${id}`, { redirect_uris: ['data:,x'] })).status, 400)
    assert.deepEqual((await call('GET', `/${id}`)).body.redirect_uris, redirect_uris)
  })

  test('a repeated request makes no second client and shows no secret again', async () => {
    await using system = await startSystem()
    const { call } = await asAdmin(system)
    const key = { 'idempotency-key': 'one' }
    const { id } = (await call('POST', '', wiki, key)).body
    const again = await call('POST', '', wiki, key)
    assert.deepEqual([again.status, again.body.code], [409, 'client_secret_shown_before'])
    assert.equal(again.headers.get('location'), `/api/v1/oidc-clients/${id}`)
    assert.equal((await call('POST', '', { ...wiki, name: 'Other' }, key)).status, 422)
    const open = { ...wiki, token_endpoint_auth_method: 'none' }
    const first = await call('POST', '', open, { 'idempotency-key': 'two' })
    const second = await call('POST', '', open, { 'idempotency-key': 'two' })
    assert.deepEqual([second.status, second.body], [201, first.body])
    assert.equal((await call('GET')).body.data.length, 2)
  })

  test('I115 what gives an application more needs a fresh login by every factor; stopping it does not', async () => {
    await using system = await startSystem({ clock: stillClock() })
    const admin = await system.admin()
    const call = caller(system, admin.access_token)
    const { id, secrets } = (await call('POST', '', wiki)).body
    const giving = [
      () => call('POST', '', wiki),
      () => call('PATCH', `/${id}`, { redirect_uris: ['https://evil.example/'] }),
      () => call('PATCH', `/${id}`, { first_party: true, name: 'Wiki' }),
      () => call('PATCH', `/${id}`, { enabled: true }),
      () => call('POST', `/${id}/secrets`),
    ]
    const refused = async (acr: boolean) => {
      for (const give of giving) {
        const { status, body, headers } = await give()
        assert.deepEqual([status, body.code], [401, 'reauthentication_required'])
        const challenge = headers.get('www-authenticate') ?? ''
        assert.match(challenge, /insufficient_user_authentication.* max_age="300"/)
        assert.equal(challenge.includes('acr_values="aal2"'), acr)
      }
    }
    const { access_token: token } = await system.admin()
    system.clock.advance(5 * minute + 1_000)
    await refused(false)
    await enrolApp(system, await system.admin())
    system.clock.advance(1_000)
    await refused(true)
    for (const stop of [
      () => call('PATCH', `/${id}`, { name: 'Stopped', enabled: false }),
      () => call('DELETE', `/${id}/secrets/${secrets[0].id}`),
      () => call('DELETE', `/${id}`),
    ])
      assert.ok((await stop()).status < 300)
    assert.ok(token)
  })

  test('each change is an event with its author, and none holds a secret', async () => {
    await using system = await startSystem()
    const { call, token, user } = await asAdmin(system)
    const { id } = (await call('POST', '', wiki)).body
    const { id: secretId } = (await call('POST', `/${id}/secrets`)).body
    await call('DELETE', `/${id}/secrets/${secretId}`)
    await call('PATCH', `/${id}`, { enabled: false, name: 'Old wiki' })
    await call('PATCH', `/${id}`, { enabled: false })
    await call('DELETE', `/${id}`)
    const events = async () => {
      const { body } = await system.send('GET', `${system.usersUrl}/api/v1/events?limit=200`, { token })
      return (body.data as { type: string; user_id: string | null; data: Record<string, unknown> }[]).filter(
        ({ type }) => type.startsWith('client.'),
      )
    }
    await until('the events', async () => (await events()).length === 5)
    const from = { by: user.id, by_address: '127.0.0.1', by_user_agent: 'node' }
    assert.deepEqual(
      (await events()).map(({ type, user_id, data }) => [type, user_id, data]),
      [
        ['client.created', null, { client_id: id, name: 'Wiki', redirect_uris, ...from }],
        ['client.secret_created', null, { client_id: id, name: 'Wiki', secret_id: secretId, ...from }],
        ['client.secret_revoked', null, { client_id: id, name: 'Wiki', secret_id: secretId, ...from }],
        [
          'client.updated',
          null,
          { client_id: id, name: 'Old wiki', redirect_uris, changed: ['name', 'enabled'], ...from },
        ],
        ['client.deleted', null, { client_id: id, name: 'Old wiki', ...from }],
      ],
    )
  })

  test('every admin is told of a client that was made or given more, and nobody can switch that off', async () => {
    await using system = await startSystem()
    const { call, token, user } = await asAdmin(system)
    const db = await system.database('users')
    await db.query`UPDATE users SET email = 'root@example.com', email_key = 'root@example.com', email_verified_at = 1 WHERE id = ${user.id}`
    const { id } = (await call('POST', '', wiki)).body
    await call('PATCH', `/${id}`, { first_party: true })
    await call('PATCH', `/${id}`, { name: 'Renamed' })
    await call('POST', `/${id}/secrets`)
    const own = async (method: string, path: string, body?: unknown) =>
      system.send(method, `${system.usersUrl}/api/v1/notifications${path}`, { token, body })
    const told = async () =>
      (
        (await own('GET', '?limit=200')).body.data as {
          type: string
          body: string
          data: { client_id?: string }
        }[]
      )
        .filter(({ data }) => data.client_id === id)
        .map(({ type, body }) => `${type} ${body}`)
        .toSorted()
    await until('the notices', async () => (await told()).length >= 3)
    const end = 'by admin. If it was none of you, delete it.'
    assert.deepEqual(await told(), [
      `client.created Wiki: ${redirect_uris[0]}. Made ${end}`,
      `client.secret_created Renamed. Made ${end}`,
      `client.updated Wiki: ${redirect_uris[0]}. Changed ${end}`,
    ])
    await mailIsSent(system)
    const subjects = (await mailTo(system, 'root@example.com')).map(({ subject }) => subject)
    for (const subject of [
      'A new OpenID client was created',
      'An OpenID client was changed',
      'A client secret was added',
    ])
      assert.ok(subjects.includes(subject), `${subject}: ${subjects}`)
    for (const type of ['client.created', 'client.updated', 'client.secret_created']) {
      const preferences = [{ channel: 'in_app', type, enabled: false }]
      assert.equal((await own('PUT', '/preferences', { preferences })).status, 400, type)
    }
  })

  test('the provider finds enabled clients only, by the exact id, as they are now', async () => {
    await using system = await startSystem()
    const { call } = await asAdmin(system)
    const db = await system.database('auth')
    const known = openKnownClients(db)
    assert.equal(await known.any(), false)
    const { id } = (await call('POST', '', { ...wiki, redirect_uris: ['http://127.0.0.1/in'] })).body
    assert.equal(await known.any(), true)
    const found = await known.find(id)
    assert.deepEqual([found?.name, found?.isEnabled], ['Wiki', true])
    for (const other of [id.toUpperCase(), ` ${id}`, '', 'x', randomBytes(16).toString('hex')])
      assert.equal(await known.find(other), undefined, other)
    assert.ok(found)
    const metadata = toProviderMetadata(found)
    assert.deepEqual([metadata.application_type, metadata.response_types], ['native', ['code']])
    assert.ok(
      metadata.client_secret && !secretMatches(found, metadata.client_secret),
      'nobody knows this secret',
    )
    assert.equal((await call('PATCH', `/${id}`, { name: 'New' })).status, 200)
    await until('the new name', async () => (await known.find(id))?.name === 'New')
    assert.equal((await call('PATCH', `/${id}`, { enabled: false })).status, 200)
    await until('that it is gone', async () => (await known.find(id)) === undefined)
    assert.equal(await known.any(), false)
  })
})
