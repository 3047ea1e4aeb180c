import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#contract/declaration/endpoint.ts'
import { createClient, isFailure } from '#sdk/client.ts'
import { verifyWebhook } from '#sdk/webhooks.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

/** Creates a client with an API key that has all scopes. */
async function machineOf(system: System) {
  const admin = await system.admin()
  const client = createClient({ baseUrl: system.usersUrl, bearer: admin.access_token })
  const { key } = await client.createApiKey({ name: 'tests', scopes: [...scopes] })
  return createClient({ baseUrl: system.usersUrl, bearer: key })
}

const codeOf = (calling: Promise<unknown>) =>
  calling.then(
    () => 'no failure',
    (error: unknown) => (isFailure(error) ? error.code : error),
  )

test('a client signs a user up, logs in, and acts as the user', async () => {
  await using system = await startSystem()
  const client = createClient({ usersUrl: system.usersUrl, authUrl: system.authUrl })
  const input = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
  const idempotencyKey = crypto.randomUUID()
  const ada = await client.createUser(input, { idempotencyKey })
  assert.deepEqual(await client.createUser(input, { idempotencyKey }), ada)
  assert.equal(await codeOf(client.createUser({ ...input, username: 'bob' })), 'email_taken')
  assert.equal(await codeOf(client.logIn({ username: 'ada', password: 'wrong' })), 'invalid_credentials')

  const { access_token: bearer } = await client.logIn({ username: 'ada', password: input.password })
  assert.equal((await client.getUser({ id: 'me' }, { bearer })).id, ada.id)
  assert.equal((await client.validateToken({}, { bearer })).username, 'ada')
  assert.equal((await client.listOwnSessions({}, { bearer })).data.length, 1)
  assert.deepEqual(await client.logOut({}, { bearer }), { logged_out: true })
  assert.equal(await codeOf(client.getUser({ id: 'me' }, { bearer })), 'session_ended')
})

test('a client reads all users page by page, and changes one only as it was read', async () => {
  await using system = await startSystem()
  const machine = await machineOf(system)
  for (const username of ['ada', 'bob', 'eve']) await system.signUp(username)
  const names: string[] = []
  for await (const { username } of machine.each('listUsers', { limit: 2, role: 'user' })) names.push(username)
  assert.deepEqual(names, ['ada', 'bob', 'eve'])

  const { id } = await machine.getUserByUsername({ username: 'ada' })
  const read = await machine.getUser({ id })
  const changed = await machine.updateUser({ id, name: 'Ada' }, { ifMatch: read })
  assert.equal(
    await codeOf(machine.updateUser({ id, name: 'Eve' }, { ifMatch: read })),
    'precondition_failed',
  )
  assert.equal(await machine.deleteUser({ id }, { ifMatch: changed }), undefined)
  assert.equal(await codeOf(machine.getUser({ id })), 'user_not_found')
})

test('a server that is trusted logs people in from their own address and with their own user agent', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
  const { password } = await system.signUp('ada')
  const client = createClient({ baseUrl: system.usersUrl })
  const onBehalfOf = { address: '203.0.113.7', userAgent: 'Mozilla/5.0 (of Ada)' }
  const { access_token: bearer } = await client.logIn({ username: 'ada', password }, { onBehalfOf })
  const { data } = await client.listOwnSessions({}, { bearer })
  assert.deepEqual(
    data.map(({ address, user_agent }) => [address, user_agent]),
    [['203.0.113.7', 'Mozilla/5.0 (of Ada)']],
  )
})

test('an application takes the webhooks that are sent to it, and no other request', async () => {
  await using system = await startSystem({ settings: { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } })
  await using receiver = await startReceiver()
  const machine = await machineOf(system)
  const { id, secret } = await machine.createWebhook({ url: receiver.url, event_types: ['user.created'] })
  /**
   * Waits for a webhook delivery that matches. Other deliveries are skipped: the event about the first admin may arrive
   * too, because it is sent a moment after the start.
   */
  async function received(what: (event: { type: string; user_id: string | null }) => boolean) {
    const find = () => receiver.requests.find(({ event }) => what(event))
    await until('the webhook', () => find() !== undefined)
    return find() ?? assert.fail()
  }
  const ada = await system.signUp('ada')
  const created = await received(({ user_id }) => user_id === ada.id)
  const event = await verifyWebhook(created, secret)
  assert.equal(event.type === 'user.created' && event.data.user?.email, ada.email)

  const { secret: next } = await machine.rotateWebhookSecret({ id })
  await machine.testWebhook({ id })
  const test = await received(({ type }) => type === 'webhook.test')
  for (const known of [secret, next, [next, secret]])
    assert.equal((await verifyWebhook(test, known)).type, 'webhook.test')
  const another = `whsec_${btoa('x'.repeat(32))}`
  await assert.rejects(verifyWebhook(test, another), { name: 'WebhookRefused', reason: 'signature' })
})
