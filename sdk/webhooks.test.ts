import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { type ReceivedWebhook, verifyWebhook, type WebhookRefused } from './webhooks.ts'

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const secret = newSecret()
const event = {
  id: '01a1ffe1-9dce-7f16-8753-db00b35eb86d',
  type: 'session.ended',
  timestamp: '2026-11-21T09:30:00.000Z',
  user_id: '01a1ffe1-a3d0-7d51-8b2c-5f6f1f0c1a11',
  data: { session_id: '01a1ffe1-9f9f-7005-8b49-02bec012420a', reason: 'logout' },
}

/** Signs a body with the reference library of Standard Webhooks. */
function signed({ body = JSON.stringify(event), at = new Date(), by = [secret] } = {}) {
  const signatures = by.map((one) => new Webhook(one).sign(event.id, at, body))
  const headers = {
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  }
  return { headers, body }
}

const refused = (reason: WebhookRefused['reason']) => ({ name: 'WebhookRefused', reason })

test('an event that the reference library signed is returned, in each form of a request', async () => {
  const { headers, body } = signed()
  const capitals = {
    'Webhook-Id': headers['webhook-id'],
    'Webhook-Timestamp': [headers['webhook-timestamp']],
    'WEBHOOK-SIGNATURE': headers['webhook-signature'],
  }
  const requests = [
    new Request('https://app.example.com/hook', { method: 'POST', headers, body }),
    { headers, body },
    { headers: new Headers(headers), body: Buffer.from(body) },
    { headers: capitals, body },
  ]
  for (const request of requests) assert.deepEqual(await verifyWebhook(request, secret), event)
  const verified = await verifyWebhook({ headers, body }, secret)
  // The compiler knows the data by the type of the event, and that a deleted user leaves none.
  if (verified.type === 'session.ended')
    assert.equal(verified.data.reason satisfies string | undefined, 'logout')
})

test('a body outside of ASCII is verified as the bytes that came', async () => {
  const body = JSON.stringify({ ...event, data: { name: 'Zoë 🔑' } })
  const { headers } = signed({ body })
  const request = new Request('https://app.example.com/hook', { method: 'POST', headers, body })
  assert.deepEqual(await verifyWebhook(request, secret), JSON.parse(body))
})

test('while secrets change, one that matches is enough on both sides', async () => {
  const [former, next] = [newSecret(), newSecret()]
  for (const by of [[former], [next], [former, next], [newSecret(), next]])
    assert.deepEqual(await verifyWebhook(signed({ by }), [next, former]), event)
  await assert.rejects(verifyWebhook(signed({ by: [newSecret()] }), [next, former]), refused('signature'))
})

test('what was changed on the way, or signed by nobody, is refused', async () => {
  const { headers, body } = signed()
  const changed: ReceivedWebhook[] = [
    { headers, body: body.replace('logout', 'revoked') },
    { headers, body: '' },
    { headers: { ...headers, 'webhook-id': 'another' }, body },
    { headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, body },
    {
      headers: { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') },
      body,
    },
    { headers: { ...headers, 'webhook-signature': 'v1,' }, body },
    { headers: { ...headers, 'webhook-signature': 'v1,%%%' }, body },
    {
      headers: { ...headers, 'webhook-signature': `${'v1,AAAA '.repeat(20)}${headers['webhook-signature']}` },
      body,
    },
  ]
  for (const request of changed) await assert.rejects(verifyWebhook(request, secret), refused('signature'))
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    await assert.rejects(
      verifyWebhook({ headers: { ...headers, [name]: undefined }, body }, secret),
      refused('headers'),
    )
  for (const time of ['', 'today', '-1', '1e9', '1.5'])
    await assert.rejects(
      verifyWebhook({ headers: { ...headers, 'webhook-timestamp': time }, body }, secret),
      refused('headers'),
    )
})

test('a webhook that somebody kept and sends again later is refused', async () => {
  const at = new Date('2026-11-21T09:30:00Z')
  const request = signed({ at })
  const after = (seconds: number) => ({ now: () => at.getTime() + seconds * 1_000 })
  for (const seconds of [0, 300, -300]) await verifyWebhook(request, secret, after(seconds))
  for (const seconds of [301, -301, 86_400])
    await assert.rejects(verifyWebhook(request, secret, after(seconds)), refused('time'))
  await verifyWebhook(request, secret, { ...after(86_400), toleranceSeconds: 90_000 })
})

test('no body is kept in memory that is larger than a webhook', async () => {
  let pulled = 0
  const body = new ReadableStream({
    pull(controller) {
      pulled++
      controller.enqueue(new Uint8Array(64 * 1024))
      if (pulled === 50) controller.close()
    },
  })
  const { headers } = signed()
  const init = { method: 'POST', headers, body, duplex: 'half' as const }
  await assert.rejects(verifyWebhook(new Request('https://a.example', init), secret), refused('body'))
  assert.ok(pulled < 10, `${pulled} parts`)
})

test('what is signed and yet no event is refused', async () => {
  for (const body of ['', 'null', '[]', '{"id":1}', 'x'])
    await assert.rejects(verifyWebhook(signed({ body }), secret), refused('body'))
})

test('a secret that is missing or malformed is a mistake of the program, and verifies nothing', async () => {
  const missing: string = Reflect.get({}, 'secret')
  for (const wrong of [missing, '', 'whsec_', 'whsec_%%%', 'whsec_AAAA', secret.slice(6), [], [secret, '']])
    await assert.rejects(verifyWebhook(signed(), wrong), TypeError)
  const parsed = { headers: signed().headers, body: Object(event) }
  await assert.rejects(verifyWebhook(parsed, secret), TypeError)
})
