import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { newId } from '#runtime/ids.ts'
import { openMailbox } from '#runtime/mail/mailbox.ts'
import { mailboxKey } from '#tests/support/mail.ts'
import { startPlainProxy } from '#tests/support/plain-proxy.ts'
import { startProcess } from '#tests/support/process.ts'
import { type HttpReply, type System, send, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const id = newId(Date.now())
const mail = {
  id,
  to: 'ada@example.com',
  subject: 'Hello <b>Ada</b>',
  text: 'Follow https://shop.example/a?b=1&c=2 or not.\n<script>alert(1)</script>',
  html: '<!doctype html><html lang="en"><body style="color:red"><p>Hello Ada</p></body></html>',
  language: 'en',
}

const thisMachineOnly = { LATCHKEY_MAILBOX: 'auto', LATCHKEY_ISSUER: 'http://localhost:8090' }

let system: System
let key: string
let cookie: string
before(async () => {
  system = await startSystem({ settings: thisMachineOnly })
  key = mailboxKey(system.data)
  const mailbox = openMailbox(join(system.data, 'mailbox'), system.clock)
  await mailbox.send({ ...mail, id: newId(1_000), to: 'eve@example.com', subject: 'An older one' })
  await mailbox.send(mail)
  cookie = await visit(system)
})
after(() => system.stop())

/** Opens the mailbox at the address that the start prints, and returns the cookie that a browser would keep. */
async function visit({ usersUrl, data }: System): Promise<string> {
  const first = await send('GET', `${usersUrl}/dev/mail?key=${mailboxKey(data)}`)
  assert.deepEqual([first.status, first.headers.get('location')], [303, '/dev/mail'])
  return (first.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}
const get = (path: string): Promise<HttpReply> =>
  send('GET', `${system.usersUrl}${path}`, { headers: { cookie } })

test('with no mail server, /dev/mail shows what was sent, the newest first', async () => {
  const list = await get('/dev/mail')
  assert.equal(list.status, 200)
  assert.ok(list.body.indexOf('Hello &lt;b&gt;Ada') < list.body.indexOf('An older one'))
  assert.ok(list.body.includes(`href="/dev/mail/${id}"`))
  const shown = await get(`/dev/mail/${id}`)
  assert.equal(shown.status, 200)
  for (const part of [
    'ada@example.com',
    'href="https://shop.example/a?b=1&amp;c=2"',
    '>https://shop.example/a?b=1&amp;c=2</a>',
    `src="/dev/mail/${id}/html"`,
  ])
    assert.ok(shown.body.includes(part), part)
  assert.ok(!shown.body.includes('<script') && !shown.body.includes('<b>Ada'))
  const html = await get(`/dev/mail/${id}/html`)
  assert.deepEqual([html.status, html.body], [200, mail.html])
})

test('scripts read it as JSON with the key, of one recipient if they say so', async () => {
  const all = await send('GET', `${system.usersUrl}/dev/mail.json?key=${key}`)
  assert.deepEqual(
    all.body.data.map(({ subject }: { subject: string }) => subject),
    [mail.subject, 'An older one'],
  )
  const { body } = await send('GET', `${system.usersUrl}/dev/mail.json?key=${key}&to=ada@example.com`)
  const [{ sent_at, ...rest }] = body.data
  assert.deepEqual([body.data.length, rest], [1, mail])
  assert.ok(Math.abs(Date.parse(sent_at) - system.clock.now()) < 60_000)
})

test('the key is in no page and is told to no site that a mail leads to', async () => {
  const { headers } = await send('GET', `${system.usersUrl}/dev/mail?key=${key}`)
  assert.match(
    headers.get('set-cookie') ?? '',
    /^latchkey-mailbox-\w{8}=[\w-]{22}; Path=\/dev\/mail; HttpOnly; SameSite=Lax$/,
  )
  for (const path of ['/dev/mail', `/dev/mail/${id}`, `/dev/mail/${id}/html`, '/dev/mail.json']) {
    const page = await get(path)
    assert.deepEqual([page.status, page.headers.get('referrer-policy')], [200, 'no-referrer'], path)
    assert.ok(!JSON.stringify(page.body).includes(key), path)
  }
})

test('the pages run no script, load nothing, and nobody frames them; a mail is shown in a sandbox', async () => {
  for (const path of ['/dev/mail', `/dev/mail/${id}`, '/problems/internal']) {
    const { headers, body } = await get(path)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|script-src/)
    const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? ''
    assert.ok(policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`))
    assert.doesNotMatch(body, /<script| style="|<img/)
  }
  const { headers } = await get(`/dev/mail/${id}/html`)
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none';.* sandbox;/)
})

const paths = ['/dev/mail', '/dev/mail.json', `/dev/mail/${id}`, `/dev/mail/${id}/html`]

test('a request without the key finds no mailbox through a proxy on this machine that adds no header', async () => {
  await using proxy = await startPlainProxy(system.usersUrl)
  const unknown = await send('GET', `${proxy.url}/no/such/route`)
  for (const path of paths) {
    const reply = await send('GET', `${proxy.url}${path}`)
    assert.equal(reply.status, 404, path)
    assert.deepEqual({ ...reply.body, request_id: '' }, { ...unknown.body, request_id: '' })
    assert.deepEqual([...reply.headers.keys()], [...unknown.headers.keys()])
  }
})

test('nothing but the whole key opens the mailbox', async () => {
  const others = ['', '?key=', `?key=${key.slice(1)}`, `?key=${key}x`, `?key=${key}&key=${key}`, `?to=${key}`]
  for (const path of paths) {
    for (const query of others)
      assert.equal((await send('GET', `${system.usersUrl}${path}${query}`)).status, 404, `${path}${query}`)
    for (const wrong of [`${cookie}x`, cookie.replace('=', 'x='), `key=${key}`]) {
      const { status } = await send('GET', `${system.usersUrl}${path}`, { headers: { cookie: wrong } })
      assert.equal(status, 404, wrong)
    }
    const { status } = await send('GET', `${system.usersUrl}${path}`, { token: key })
    assert.equal(status, 404)
  }
  for (const wrong of [
    '/dev/mail/nothing',
    '/dev/mail/..%2f..%2fservice-token',
    '/dev/mail/nothing/html',
    '/dev',
  ])
    assert.equal((await get(wrong)).status, 404)
})

test('even with the key, whoever is not at this machine finds no mailbox: by a proxy, by another name, at another service', async () => {
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
      const status = await statusOf(`${system.usersUrl}${path}?key=${key}`, { ...headers, cookie })
      assert.equal(status, 404, JSON.stringify(headers))
    }
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1', '[::1]:8080'])
      assert.equal(await statusOf(`${system.usersUrl}${path}`, { host, cookie }), 200, host)
    const { status } = await send('GET', `${system.authUrl}${path}?key=${key}`, { headers: { cookie } })
    assert.equal(status, 404)
  }
})

test('a mailbox that was asked for by name is open to the key from anywhere, and to nobody without it', async () => {
  await using open = await startSystem()
  const mine = await visit(open)
  const elsewhere = { host: 'shop.example', 'x-forwarded-for': '192.0.2.1' }
  assert.equal(await statusOf(`${open.usersUrl}/dev/mail`, elsewhere), 404)
  assert.equal(await statusOf(`${open.usersUrl}/dev/mail`, { ...elsewhere, cookie }), 404, 'that of another')
  assert.equal(
    await statusOf(`${open.usersUrl}/dev/mail`, { ...elsewhere, cookie: `${cookie}; ${mine}` }),
    200,
  )
})

test('the start prints the address with the key, which its owner alone may read and which stays the same', async () => {
  const data = temporaryFolder()
  const environment = { LATCHKEY_DATA: data, LATCHKEY_USERS_PORT: '0', LATCHKEY_AUTH_PORT: '0' }
  const printed: string[] = []
  for (const _ of ['first start', 'second start']) {
    await using started = await startProcess([], environment)
    const url = started.lines.map((line) => JSON.parse(line).mailbox).find((one) => one !== undefined)
    assert.ok(url?.startsWith(`${started.users}/dev/mail?key=`), url)
    assert.equal((await send('GET', url)).status, 303)
    printed.push(new URL(url).search)
  }
  const file = join(data, 'mailbox-key')
  assert.deepEqual(printed, Array(2).fill(`?key=${readFileSync(file, 'utf8').trim()}`))
  assert.equal(statSync(file).mode & 0o777, 0o600)
  rmSync(data, { recursive: true })
})

/** Returns the status of a GET request. It does not use `fetch`, which sets the Host header itself. */
const statusOf = (url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
