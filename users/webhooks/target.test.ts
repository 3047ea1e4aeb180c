import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { test } from 'node:test'
import { postOnce } from '#runtime/targets/post-once.ts'
import { addressesOf, isPublicAddress, resolveHost, type Targets } from '#runtime/targets/targets.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'
import { requireTarget } from './target.ts'

/**
 * Creates a resolver for names that no name server knows. Each look-up returns the next answer, and the last
 * answer is repeated.
 */
function targets(answers: string[][], allowPrivate = false): Targets & { asked: string[] } {
  const asked: string[] = []
  return {
    allowPrivate,
    asked,
    async resolve(hostname) {
      asked.push(hostname)
      return answers[Math.min(asked.length, answers.length) - 1] ?? []
    },
  }
}

const post = (where: Targets, url: string) =>
  postOnce(where, { url, headers: {}, body: '{}', signal: new AbortController().signal })

test('I79 an address counts as public only if it leads to the internet at large', () => {
  const lists = {
    public: [
      '8.8.8.8',
      '93.184.215.14',
      '172.15.255.255',
      '172.32.0.1',
      '100.63.255.255',
      '2606:4700::1111',
      '2a00:1450::1',
      '64:ff9b::8.8.8.8',
    ],
    notPublic: [
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.170',
      '192.0.2.1',
      '192.168.0.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::ffff:0:127.0.0.1',
      '64:ff9b::127.0.0.1',
      '64:ff9b::10.0.0.1',
      '64:ff9b::169.254.169.254',
      '64:ff9b:1::8.8.8.8',
      '100::1',
      '100:0:0:1::1',
      '4000::1',
      '2001::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '2002:808:808::',
      '3fff::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'fe80::1%eth0',
      'fec0::1',
      'ff02::1',
      'example.com',
      '',
    ],
  }
  for (const address of lists.public) assert.equal(isPublicAddress(address), true, address)
  for (const address of lists.notPublic) assert.equal(isPublicAddress(address), false, address)
})

test('I79 an address is refused however it is written, and no name server is asked for it', async () => {
  const nobody = targets([['8.8.8.8']])
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.0.0.1',
    '127.0.0.1.',
    '１２７.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[fe80::1%25eth0]',
    '[fe80::1]',
    '0',
  ]) {
    const errors = await requireTarget(nobody, `https://${host}/hook`).then(
      () => assert.fail(host),
      (failure) => failure.errors,
    )
    assert.equal(errors[0].pointer, '/url', host)
  }
  assert.deepEqual(nobody.asked, [])
})

test('I79 a URL is https, without a password, and with a port that there is', async () => {
  const anywhere = targets([['8.8.8.8']])
  await requireTarget(anywhere, 'https://example.com/hook')
  await requireTarget(anywhere, 'https://example.com:8443/hook?key=1')
  for (const url of [
    'http://example.com/hook',
    'ftp://example.com/hook',
    'file:///etc/passwd',
    'https://ada@example.com/',
    'https://ada:secret@example.com/',
    'https://example.com:0/',
    'https://example.com:65536/',
    'https://',
    '/hook',
    'example.com/hook',
  ]) {
    await assert.rejects(requireTarget(anywhere, url), { code: 'invalid_request' }, url)
  }
})

test('I79 a name is refused when any of its addresses is not public, or when it has none', async () => {
  const url = 'https://hooks.example.com/'
  await requireTarget(targets([['8.8.8.8', '2606:4700::1111']]), url)
  for (const answer of [[], ['8.8.8.8', '127.0.0.1'], ['fd00::1', '2606:4700::1111'], ['not an address']])
    await assert.rejects(requireTarget(targets([answer]), url), { code: 'invalid_request' }, answer.join())
  const broken = { allowPrivate: false, resolve: () => Promise.reject(new Error('no name server')) }
  await assert.rejects(requireTarget(broken, url), { code: 'invalid_request' })
})

test('I79 a name that was public and then leads to ourselves is not called', async () => {
  await using receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  const url = `https://rebinding.example.com:${port}/`
  const rebinding = targets([['8.8.8.8'], ['127.0.0.1']])
  await requireTarget(rebinding, url)
  const { status, fault } = await post(rebinding, url)
  assert.deepEqual([status, fault], [null, 'The host has an address that is not public.'])
  assert.equal(rebinding.asked.length, 2)
  assert.equal(receiver.requests.length, 0)
})

test('I79 the connection is made to the address that was checked: the name is not looked up again', async () => {
  await using receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  // Only this resolver knows the name, so a second look-up by another resolver would fail.
  const once = targets([['127.0.0.1'], ['192.0.2.1']], true)
  const posted = await post(once, `http://nobody-knows.example:${port}/hook`)
  assert.deepEqual([posted.status, posted.fault], [204, null])
  assert.deepEqual(once.asked, ['nobody-knows.example'])
  assert.equal(receiver.requests[0]?.headers.host, `nobody-knows.example:${port}`)
})

test('where private targets are allowed a receiver on this machine can be used, by http too', async () => {
  await requireTarget({ allowPrivate: true, resolve: resolveHost }, 'http://localhost:3000/hook')
  assert.deepEqual(await addressesOf(targets([], true), 'http://127.0.0.1:3000/'), ['127.0.0.1'])
  await assert.rejects(requireTarget({ allowPrivate: false, resolve: resolveHost }, 'https://localhost/'), {
    code: 'invalid_request',
  })
  await assert.rejects(requireTarget(targets([], true), 'ftp://127.0.0.1/'), { code: 'invalid_request' })
})

test('I79 a redirect is not followed', async () => {
  await using receiver = await startReceiver()
  receiver.answer = (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end()
  const posted = await post(targets([], true), receiver.url)
  assert.deepEqual([posted.status, posted.fault], [307, 'It answered 307.'])
  assert.deepEqual(
    receiver.requests.map(({ path }) => path),
    ['/'],
  )
})

test('an answer that does not come within 15 seconds is a failure: at once, in its headers or in its body', async (t) => {
  const { timeout } = AbortSignal
  const asked: number[] = []
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    asked.push(ms)
    return timeout(200)
  })
  await using receiver = await startReceiver()
  const fault = 'It did not answer within 15 seconds.'
  receiver.answer = () => {}
  assert.equal((await post(targets([], true), receiver.url)).fault, fault)
  receiver.answer = (_request, response) => void response.writeHead(200).write('.')
  assert.equal((await post(targets([], true), receiver.url)).fault, fault)
  const silent = { allowPrivate: true, resolve: () => new Promise<string[]>(() => {}) }
  assert.equal((await post(silent, 'http://silent.example/')).fault, fault)
  assert.deepEqual([...new Set(asked)], [15_000])
})

test('whatever a server does instead of answering, the attempt ends', async (t) => {
  const { timeout } = AbortSignal
  let withinMs = 0
  t.mock.method(AbortSignal, 'timeout', () => timeout(withinMs))
  let said = ''
  const server = createSocketServer((socket) => {
    socket.unref().on('error', () => {})
    socket.once('data', () => socket.write(said))
  })
  await new Promise<void>((resolve) => server.unref().listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const late = 'It did not answer within 15 seconds.'
  for (const [answer, status, fault] of [
    ['101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 101, 'It answered 101.'],
    ['101 Switching Protocols\r\n\r\n', 101, 'It answered 101.'],
    ['103 Early Hints\r\n\r\n', null, late],
    ['200 OK\r\nContent-Length: 2\r\n\r\n.', null, late],
  ] as const) {
    said = `HTTP/1.1 ${answer}`
    withinMs = fault === late ? 200 : 60_000
    const posted = await post(targets([], true), `http://127.0.0.1:${port}/`)
    assert.deepEqual([posted.status, posted.fault], [status, fault], answer)
  }
  server.close()
})

test('of a big answer only the beginning is read', async () => {
  let sent = 0
  const server = createServer((_incoming, response) => {
    response.writeHead(200)
    const part = Buffer.alloc(64 * 1024)
    const write = () => {
      while (!response.destroyed && sent < 100 * 1024 * 1024) {
        sent += part.length
        if (!response.write(part)) return void response.once('drain', write)
      }
    }
    write()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const posted = await post(targets([], true), `http://127.0.0.1:${port}/`)
  assert.deepEqual([posted.status, posted.fault], [200, null])
  await new Promise((resolve) => server.close(resolve))
  assert.ok(sent < 50 * 1024 * 1024, `${sent} bytes were taken`)
})

test('what went wrong is told without an address: refused, not HTTP, not TLS', async () => {
  const where = targets([], true)
  assert.equal((await post(where, 'http://127.0.0.1:9/')).fault, 'The connection failed: ECONNREFUSED.')
  await using receiver = await startReceiver()
  const { fault } = await post(where, receiver.url.replace('http:', 'https:'))
  assert.match(fault ?? '', /^The connection failed: E[A-Z_]+\.$/)
})
