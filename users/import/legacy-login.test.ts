import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLog } from '#runtime/log/log.ts'
import { startReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { createLegacyLogin } from './legacy-login.ts'
import { legacyLoginUrl } from './settings.ts'

const asked = { name: 'ada@example.com', password: 'words', startedAt: 0 }
const secret = 's'.repeat(32)

function newLegacyLogin(receiver: WebhookReceiver, elapsedMs = () => 0, timeoutMs = 30_000) {
  return createLegacyLogin(
    { url: receiver.url, secret, timeoutMs, withinMs: 60_000 },
    { log: createLog('silent'), elapsedMs },
  )
}

describe('the old system', () => {
  test('is asked with a bearer token, by address or username, and its answer is what 200 brings', async () => {
    await using receiver = await startReceiver()
    const legacy = newLegacyLogin(receiver)
    receiver.answer = (_, response) => void response.writeHead(200).end('{"email":"ada@example.com"}')
    assert.deepEqual(await legacy.ask(asked), { email: 'ada@example.com' })
    await legacy.ask({ ...asked, name: 'ada' })
    assert.deepEqual(
      receiver.requests.map(({ event, headers }) => [event, headers.authorization]),
      [
        [{ email: 'ada@example.com', password: 'words' }, `Bearer ${secret}`],
        [{ username: 'ada', password: 'words' }, `Bearer ${secret}`],
      ],
    )
    receiver.answer = (_, response) => void response.writeHead(401).end('{"email":"ada@example.com"}')
    assert.equal(await legacy.ask(asked), undefined)
  })

  test('is left alone for ten seconds after five questions without an answer, and refusals are answers', async () => {
    await using receiver = await startReceiver()
    let now = 0
    const legacy = newLegacyLogin(receiver, () => now)
    const ask = async (times: number) => {
      const before = receiver.requests.length
      for (let time = 0; time < times; time++) assert.equal(await legacy.ask(asked), undefined)
      return receiver.requests.length - before
    }
    receiver.answer = (_, response) => void response.writeHead(401).end()
    assert.equal(await ask(12), 12)
    receiver.answer = (_, response) => void response.writeHead(500).end()
    assert.equal(await ask(12), 5)
    now += 9_999
    assert.equal(await ask(3), 0)
    now += 1
    receiver.answer = (_, response) => void response.writeHead(200).end('{"email":"ada@example.com"}')
    assert.deepEqual(await legacy.ask(asked), { email: 'ada@example.com' })
  })

  test('is asked no longer than the login has left, so that a wrong guess is answered and counted', async () => {
    await using receiver = await startReceiver()
    receiver.answer = () => {}
    let now = 59_900
    const legacy = newLegacyLogin(receiver, () => now)
    assert.equal(await legacy.ask(asked), undefined, 'it gives up long before 30 seconds')
    assert.equal(receiver.requests.length, 1)
    now = 60_000
    assert.equal(await legacy.ask(asked), undefined)
    assert.equal(receiver.requests.length, 1)
  })

  test('gets no password through a redirect, and brings no reply that is too long or no JSON', async () => {
    await using receiver = await startReceiver()
    await using elsewhere = await startReceiver()
    const legacy = newLegacyLogin(receiver)
    for (const answer of [
      (response: { writeHead(status: number, headers?: object): { end(text?: string): void } }) =>
        response.writeHead(307, { location: elsewhere.url }).end(),
      (response: { writeHead(status: number): { end(text?: string): void } }) =>
        response.writeHead(200).end(`"${'x'.repeat(70_000)}"`),
      (response: { writeHead(status: number): { end(text?: string): void } }) =>
        response.writeHead(200).end('{'),
    ]) {
      receiver.answer = (_, response) => answer(response)
      assert.equal(await legacy.ask(asked), undefined)
    }
    assert.deepEqual(elsewhere.requests, [])
  })

  test('that does not answer in time refuses, and no more than twenty are asked at once', async () => {
    await using receiver = await startReceiver()
    receiver.answer = () => {}
    const legacy = newLegacyLogin(receiver, () => 0, 1_000)
    const all = await Promise.all(Array.from({ length: 30 }, () => legacy.ask(asked)))
    assert.deepEqual(new Set(all), new Set([undefined]))
    assert.ok(receiver.requests.length <= 20)
  })

  test('has an https URL, or one of this machine', () => {
    const { parse } = legacyLoginUrl('LATCHKEY_LEGACY_LOGIN_URL', '')
    for (const url of [
      'https://old.example.com/check?a=1',
      'http://127.0.0.1:3000/',
      'http://[::1]:1/x',
      'http://localhost/',
    ])
      assert.equal(parse(url), url)
    for (const url of [
      'http://old.example.com/',
      'http://127.evil.example/',
      'ftp://x/',
      'https://a:b@x.example/',
      'old',
    ])
      assert.throws(() => parse(url), url)
  })
})
