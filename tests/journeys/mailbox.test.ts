import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { newId } from '#runtime/ids.ts'
import { openMailbox } from '#runtime/mailbox.ts'
import { type System, send, startSystem } from '#tests/system.ts'

const id = newId(Date.now())
const mail = {
  id,
  to: 'ada@example.com',
  subject: 'Hello <b>Ada</b>',
  text: 'Follow https://shop.example/a?b=1&c=2 or not.\n<script>alert(1)</script>',
  html: '<!doctype html><html lang="en"><body style="color:red"><p>Hello Ada</p></body></html>',
  language: 'en',
}

let system: System
before(async () => {
  system = await startSystem()
  const mailbox = openMailbox(join(system.data, 'mailbox'), system.clock)
  await mailbox.send({ ...mail, id: newId(1_000), to: 'eve@example.com', subject: 'An older one' })
  await mailbox.send(mail)
})
after(() => system.stop())

test('with no mail server, /dev/mail shows what was sent, the newest first', async () => {
  const list = await send('GET', `${system.usersUrl}/dev/mail`)
  assert.equal(list.status, 200)
  assert.ok(list.body.indexOf('Hello &lt;b&gt;Ada') < list.body.indexOf('An older one'))
  assert.ok(list.body.includes(`href="/dev/mail/${id}"`))
  const shown = await send('GET', `${system.usersUrl}/dev/mail/${id}`)
  assert.equal(shown.status, 200)
  for (const part of [
    'ada@example.com',
    'href="https://shop.example/a?b=1&amp;c=2"',
    '>https://shop.example/a?b=1&amp;c=2</a>',
    `src="/dev/mail/${id}/html"`,
  ])
    assert.ok(shown.body.includes(part), part)
  assert.ok(!shown.body.includes('<script') && !shown.body.includes('<b>Ada'))
  const html = await send('GET', `${system.usersUrl}/dev/mail/${id}/html`)
  assert.deepEqual([html.status, html.body], [200, mail.html])
})

test('scripts read it as JSON, of one recipient if they say so', async () => {
  const all = await send('GET', `${system.usersUrl}/dev/mail.json`)
  assert.deepEqual(
    all.body.data.map(({ subject }: { subject: string }) => subject),
    [mail.subject, 'An older one'],
  )
  const { body } = await send('GET', `${system.usersUrl}/dev/mail.json?to=ada@example.com`)
  const [{ sent_at, ...rest }] = body.data
  assert.deepEqual([body.data.length, rest], [1, mail])
  assert.ok(Math.abs(Date.parse(sent_at) - system.clock.now()) < 60_000)
})

test('the pages run no script, load nothing, and nobody frames them; a mail is shown in a sandbox', async () => {
  for (const path of ['/dev/mail', `/dev/mail/${id}`, '/docs', '/problems/internal']) {
    const { headers, body } = await send('GET', `${system.usersUrl}${path}`)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|script-src/)
    const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? ''
    assert.ok(policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`))
    assert.doesNotMatch(body, /<script| style="|<img/)
  }
  const { headers } = await send('GET', `${system.usersUrl}/dev/mail/${id}/html`)
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none';.* sandbox;/)
})

test('whoever may not be at this machine finds no mailbox: by a proxy, by another name, at another service', async () => {
  const paths = ['/dev/mail', '/dev/mail.json', `/dev/mail/${id}`, `/dev/mail/${id}/html`]
  for (const path of paths) {
    const signs: Record<string, string>[] = [
      { host: 'shop.example' },
      { host: 'localhost.evil.example' },
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { 'x-real-ip': '127.0.0.1' },
      { via: '1.1 proxy' },
    ]
    for (const headers of signs) {
      assert.equal(await statusOf(`${system.usersUrl}${path}`, headers), 404, JSON.stringify(headers))
    }
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1', '[::1]:8080'])
      assert.equal(await statusOf(`${system.usersUrl}${path}`, { host }), 200, host)
    assert.equal((await send('GET', `${system.authUrl}${path}`)).status, 404)
  }
  for (const wrong of [
    '/dev/mail/nothing',
    '/dev/mail/..%2f..%2fservice-token',
    '/dev/mail/nothing/html',
    '/dev',
  ])
    assert.equal((await send('GET', `${system.usersUrl}${wrong}`)).status, 404)
})

/** `fetch` sets the Host header itself. */
const statusOf = (url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
