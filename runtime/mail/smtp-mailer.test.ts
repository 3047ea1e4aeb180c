import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { borderDocuments } from '#tests/support/border-documents.ts'
import { newAuthority } from '#tests/support/certificates.ts'
import { parseMail, smtpRefusal, startMailServer } from '#tests/support/mail-server.ts'
import { type Mail, MailRefused } from './mail.ts'
import { mailFrom, smtpUrl } from './mail-settings.ts'
import { createSmtpMailer, type SmtpMailerOptions } from './smtp-mailer.ts'

const from = { name: 'The Shop', address: 'noreply@shop.example' }
const mail: Mail = {
  id: '01890000-0000-7000-8000-000000000000',
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Good day, Ada.\n.\nThis is the end.\n',
  html: '<p>Good day, Ada.</p>',
  language: 'en',
}
const server = (url: string) => smtpUrl('LATCHKEY_SMTP_URL', '').parse(url)

/** Sends a mail through a mailer of its own, which is stopped afterwards. */
async function sendTo(url: string, changes: Partial<Mail> = {}, options: Partial<SmtpMailerOptions> = {}) {
  const mailer = createSmtpMailer({ server: server(url), from, ...options })
  try {
    await mailer.send({ ...mail, ...changes })
  } finally {
    await mailer.stop()
  }
}

test('a mail arrives with both texts, for one recipient, and says that a machine wrote it', async () => {
  await using smtp = await startMailServer()
  await sendTo(smtp.url, { subject: 'Grüße an 李', language: 'de' })
  const [received] = smtp.received
  assert.deepEqual([received?.from, received?.to], [from.address, ['ada@example.com']])
  const { headers, text, html } = parseMail(received?.raw ?? '')
  assert.deepEqual([text, html], [mail.text, mail.html])
  assert.equal(headers.get('subject'), 'Grüße an 李')
  assert.equal(headers.get('from'), 'The Shop <noreply@shop.example>')
  assert.equal(headers.get('to'), 'ada@example.com')
  assert.equal(headers.get('auto-submitted'), 'auto-generated')
  assert.equal(headers.get('content-language'), 'de')
})

test('I61 a mail that is sent twice has the same Message-ID, so that receivers can drop one', async () => {
  await using smtp = await startMailServer()
  await sendTo(smtp.url)
  await sendTo(smtp.url)
  const ids = smtp.received.map(({ raw }) => parseMail(raw).headers.get('message-id'))
  assert.deepEqual(ids, Array(2).fill(`<${mail.id}@shop.example>`))
})

test('I54 whatever is not one plain address is nobody’s: not a byte goes out', async () => {
  await using smtp = await startMailServer()
  for (const to of [
    'ada@example.com, eve@example.com',
    'ada@example.com,eve@evil.example',
    'Ada <ada@example.com>',
    '"ada@example.com"@evil.example',
    'ada@example.com (eve@evil.example)',
    'ada@[127.0.0.1]',
    'friends:ada@example.com,eve@evil.example;',
    'ada@example.com\r\nRCPT TO:<eve@evil.example>',
    'ada@example.com\r\nBcc: eve@evil.example',
    'ada@example.com>\r\nRCPT TO:<eve@evil.example',
    '@relay.example:ada@example.com',
    'ada',
    '',
  ]) {
    await assert.rejects(sendTo(smtp.url, { to }), MailRefused, to)
  }
  // A caller in JavaScript could pass a list, which the types forbid.
  await assert.rejects(sendTo(smtp.url, { to: ['ada@example.com', 'eve@evil.example'] as unknown as string }))
  assert.deepEqual(smtp.received, [])
})

test('I54 the recipient is written as it was entered, its domain in ASCII', async () => {
  await using smtp = await startMailServer()
  await sendTo(smtp.url, { to: 'Ada.L+shop@bücher.example' })
  // This mail server turns the domain of the envelope back into Unicode. The header shows what was sent.
  assert.equal(parseMail(smtp.received[0]?.raw ?? '').headers.get('to'), 'Ada.L+shop@xn--bcher-kva.example')
  assert.deepEqual(smtp.received[0]?.to, ['Ada.L+shop@bücher.example'])
})

test('I60 user text gets into no header but the subject, and into no command', async () => {
  await using smtp = await startMailServer()
  const hostile = 'Hello\r\nBcc: eve@evil.example\r\n\r\n<script>\u0000\r\n.\r\nMAIL FROM:<eve@evil.example>'
  await sendTo(smtp.url, { subject: hostile, text: hostile, html: '<p>x</p>\r\n.\r\nQUIT\r\n' })
  assert.equal(smtp.received.length, 1)
  assert.deepEqual(smtp.received[0]?.to, ['ada@example.com'])
  const { headers, text } = parseMail(smtp.received[0]?.raw ?? '')
  assert.deepEqual([...headers.keys()].sort(), [
    'auto-submitted',
    'content-language',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
    'x-auto-response-suppress',
  ])
  assert.match(text, /\n\.\nMAIL FROM/)
})

test('the name of the brand is that of a sender without one, and becomes no header', async () => {
  await using smtp = await startMailServer()
  const senderName = 'Käse & Söhne\r\nBcc: eve@evil.example'
  const nameless = { name: '', address: from.address }
  await sendTo(smtp.url, { senderName }, { from: nameless })
  await sendTo(smtp.url, { senderName })
  await sendTo(smtp.url, {}, { from: nameless })
  const headers = smtp.received.map(({ raw }) => parseMail(raw).headers)
  assert.match(headers[0]?.get('from') ?? '', /^"?Käse & Söhne.*<noreply@shop\.example>$/)
  assert.equal(headers[1]?.get('from'), 'The Shop <noreply@shop.example>')
  assert.equal(headers[2]?.get('from'), 'noreply@shop.example')
  assert.ok(headers.every((one) => !one.has('bcc')))
  assert.ok(smtp.received.every(({ from: sender, to }) => sender === from.address && to.length === 1))
})

test('an id that cannot stand in a header is our own fault, and nothing is sent', async () => {
  await using smtp = await startMailServer()
  await assert.rejects(sendTo(smtp.url, { id: 'a>\r\nBcc: eve@evil.example' }), /cannot stand in a header/)
  assert.deepEqual(smtp.received, [])
})

for (const [what, code, isForGood, options] of [
  ['RCPT TO', 550, true, { onRcptTo: (_, __, done) => done(smtpRefusal(550)) }],
  ['RCPT TO', 450, false, { onRcptTo: (_, __, done) => done(smtpRefusal(450)) }],
  [
    'the mail',
    554,
    true,
    { onData: (stream, _, done) => stream.resume().on('end', () => done(smtpRefusal(554))) },
  ],
  [
    'the mail',
    451,
    false,
    { onData: (stream, _, done) => stream.resume().on('end', () => done(smtpRefusal(451))) },
  ],
  // With these refusals the mails wait until the operator corrects the settings or the mail server.
  ['MAIL FROM', 550, false, { onMailFrom: (_, __, done) => done(smtpRefusal(550)) }],
  ['the greeting', 554, false, { onConnect: (_, done) => done(smtpRefusal(554)) }],
] as const satisfies [string, number, boolean, SMTPServerOptions][]) {
  test(`F18 ${code} to ${what} is ${isForGood ? 'a refusal for good' : 'worth another try'}`, async () => {
    await using smtp = await startMailServer(options)
    await assert.rejects(sendTo(smtp.url), (error: Error) => {
      assert.equal(error instanceof MailRefused, isForGood, error.message)
      assert.match(error.message, new RegExp(`\\b${code}\\b`))
      assert.ok(!error.message.toLowerCase().includes(mail.to))
      return true
    })
    assert.deepEqual(smtp.received, [])
  })
}

/** Starts a server that sends what the test wants on each connection. */
async function startTalking(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const talking = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((resolve) => talking.listen(0, '127.0.0.1', resolve))
  const { port } = talking.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    connections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => talking.close(resolve))
    },
  }
}

/** Answers each command of an SMTP client up to `DATA`. */
function answering(socket: Socket, onData: () => void): void {
  socket.write('220 mail.example ESMTP\r\n')
  socket.on('data', (chunk) => {
    for (const line of String(chunk).split('\r\n')) {
      if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 OK\r\n')
      if (line === 'DATA') {
        socket.write('354 go on\r\n')
        onData()
      }
    }
  })
}

/** A time limit that no test reaches. A test about one of the two limits sets the other to this value. */
const never = 600_000

const isWorthAnotherTry = (error: unknown): boolean => !(error instanceof MailRefused)

test('F18 a server that never greets costs its time, and the mail is worth another try', async () => {
  await using silent = await startTalking(() => {})
  await assert.rejects(sendTo(silent.url, {}, { answerMs: 100, mailMs: never }), isWorthAnotherTry)
})

test('F18 a server that never answers the mail costs its time', async () => {
  await using silent = await startTalking((socket) => answering(socket, () => {}))
  await assert.rejects(sendTo(silent.url, {}, { answerMs: 100, mailMs: never }), isWorthAnotherTry)
})

test('F18 a server that answers byte by byte for ever is given up on', async () => {
  await using dripping = await startTalking((socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 20)
    socket.on('close', () => clearInterval(drip))
  })
  await assert.rejects(sendTo(dripping.url, {}, { answerMs: never, mailMs: 200 }), isWorthAnotherTry)
})

test('F18 a connection that ends in the middle of the mail is worth another try, which the caller makes', async () => {
  await using dropping = await startTalking((socket) => answering(socket, () => socket.destroy()))
  await assert.rejects(sendTo(dropping.url), isWorthAnotherTry)
  assert.equal(dropping.connections(), 1)
})

test('F18 a connection that ends before the greeting is not tried again by the mailer either', async () => {
  await using dropping = await startTalking((socket) => socket.destroy())
  await assert.rejects(sendTo(dropping.url), isWorthAnotherTry)
  assert.equal(dropping.connections(), 1)
})

test('F18 no server at all: worth another try', async () => {
  const closed = await startTalking(() => {})
  await closed[Symbol.asyncDispose]()
  await assert.rejects(sendTo(closed.url), /ECONNREFUSED|ESOCKET/)
})

/** What a relay answers by its own documentation, to which command, and what becomes of the mail. */
interface DocumentedRelay {
  relay: string
  sources: string[]
  /** The lines that answer EHLO. */
  ehlo: string[]
  replies: { at: string; lines: string[]; outcome: 'retried' | 'given up'; says: string }[]
}

/** Answers as a relay does, with `reply` in the place of the good answer to one command. */
function relaying(socket: Socket, ehlo: string[], reply?: { at: string; lines: string[] }): void {
  let isText = false
  const say = (at: string, ...good: string[]) => {
    const lines = reply?.at === at ? reply.lines : good
    socket.write(lines.map((line) => `${line}\r\n`).join(''))
    // A server that answers 421 closes the connection (RFC 5321 section 3.8).
    if (lines[0]?.startsWith('421')) socket.end()
  }
  let rest = ''
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isText) {
        if (line !== '.') continue
        isText = false
        say('message', '250 2.0.0 Ok: queued as 4A2')
      } else if (line.startsWith('EHLO')) say('EHLO', ...ehlo)
      else if (line.startsWith('AUTH')) say('AUTH', '235 2.7.0 Authentication successful')
      else if (line.startsWith('MAIL')) say('MAIL FROM', '250 2.1.0 Ok')
      else if (line.startsWith('RCPT')) say('RCPT TO', '250 2.1.5 Ok')
      else if (line === 'DATA') {
        isText = true
        say('DATA', '354 End data with <CR><LF>.<CR><LF>')
      } else if (line === 'QUIT') socket.end('221 2.0.0 Bye\r\n')
      else socket.write('250 2.0.0 Ok\r\n')
    }
  })
  say('greeting', '220-mail.example ESMTP', '220 ready')
}

for (const { relay, ehlo, replies } of borderDocuments<DocumentedRelay>('mail-relays'))
  test(`F18 ${relay}: a mail is tried again or given up as the documentation of the relay says`, async () => {
    const urlOf = (url: string, isLogin: boolean) =>
      `${isLogin ? url.replace('//', '//shop:secret@') : url}?tls=none`
    await using good = await startTalking((socket) => relaying(socket, ehlo))
    await sendTo(urlOf(good.url, false))
    for (const reply of replies) {
      await using server = await startTalking((socket) => relaying(socket, ehlo, reply))
      const isLogin = reply.at === 'AUTH'
      const what = `${reply.at}: ${reply.lines[0]}`
      await assert.rejects(
        sendTo(urlOf(server.url, isLogin)),
        (error: Error) => {
          assert.equal(error instanceof MailRefused ? 'given up' : 'retried', reply.outcome, what)
          assert.match(error.message, new RegExp(reply.lines[0]?.slice(0, 3) ?? ''), what)
          assert.doesNotMatch(error.message, /ada@|noreply@/i, what)
          return true
        },
        what,
      )
    }
  })

test('many mails at once share a few connections', async () => {
  let open = 0
  let most = 0
  await using smtp = await startMailServer({
    onConnect(_, done) {
      most = Math.max(most, ++open)
      done()
    },
    onClose: () => void open--,
  })
  const mailer = createSmtpMailer({ server: server(smtp.url), from })
  await Promise.all(Array.from({ length: 20 }, (_, at) => mailer.send({ ...mail, id: `mail-${at}` })))
  await mailer.stop()
  assert.equal(new Set(smtp.received.map(({ raw }) => parseMail(raw).headers.get('message-id'))).size, 20)
  assert.ok(most <= 3, `${most}`)
})

test('the server is greeted with the public host, else the domain of the sender, unless the setting has a name', async () => {
  await using smtp = await startMailServer()
  const cases: [publicUrl: string | undefined, query: string, greeting: string][] = [
    ['https://id.shop.example', '', 'id.shop.example'],
    ['https://id.shop.example:8443/id', '', 'id.shop.example'],
    ['https://bücher.example', '', 'xn--bcher-kva.example'],
    [undefined, '', 'shop.example'],
    // These names mean nothing to the server of another operator, and strict ones refuse them (RFC 5321 section 4.1.4).
    ['http://127.0.0.1:8090', '', 'shop.example'],
    ['http://localhost:8090', '', 'shop.example'],
    ['https://id.localhost', '', 'shop.example'],
    ['http://nas:8090', '', 'shop.example'],
    ['https://[2001:db8::7]', '', 'shop.example'],
    ['https://id.shop.example', '?name=mail.shop.example', 'mail.shop.example'],
    [undefined, '?tls=none&name=[192.0.2.7]', '[192.0.2.7]'],
    [undefined, '?name=nas&tls=none', 'nas'],
  ]
  for (const [publicUrl, query] of cases) await sendTo(`${smtp.url}${query}`, {}, { publicUrl })
  assert.deepEqual(
    smtp.received.map(({ greeting }) => greeting),
    cases.map(([, , greeting]) => greeting),
  )
})

test('STARTTLS is used where it is offered, with a certificate that holds; smtps is TLS from the first byte', async () => {
  const authority = newAuthority('mail test')
  const identity = authority.issue('localhost')
  const before = getCACertificates('default')
  await using offering = await startMailServer({ ...identity, disabledCommands: ['AUTH'] })
  await using secure = await startMailServer({ ...identity, secure: true })
  for (const { url } of [offering, secure]) {
    await assert.rejects(sendTo(url), (error) => !(error instanceof MailRefused), 'nobody vouches for it')
  }
  setDefaultCACertificates([...before, authority.cert])
  try {
    for (const { url, received } of [offering, secure]) {
      await sendTo(url)
      assert.deepEqual(
        received.map(({ isSecure }) => isSecure),
        [true],
      )
    }
    await sendTo(`${offering.url}?tls=none`)
    assert.equal(offering.received[1]?.isSecure, false)
  } finally {
    setDefaultCACertificates(before)
  }
})

test('a login never goes out in clear text unless the setting says so, and a wrong one is the operator’s to mend', async () => {
  const logins: string[] = []
  await using clear = await startMailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      logins.push(`${username} ${password}`)
      if (password === 'right@secret') done(null, { user: username })
      else done(smtpRefusal(535))
    },
  })
  const at = (login: string, query = '') => `smtp://${login}@127.0.0.1:${clear.port}${query}`
  await assert.rejects(sendTo(at('shop:right%40secret')))
  await assert.rejects(sendTo(`smtp://127.0.0.1:${clear.port}?tls=required`))
  assert.deepEqual([logins, clear.received], [[], []])
  await assert.rejects(
    sendTo(at('shop:wrong', '?tls=none')),
    (error: Error) => !(error instanceof MailRefused) && !error.message.includes('wrong'),
  )
  await sendTo(at('shop:right%40secret', '?tls=none'))
  assert.deepEqual(logins, ['shop wrong', 'shop right@secret'])
  assert.deepEqual(
    clear.received.map(({ user }) => user),
    ['shop'],
  )
})

test('the setting of a mail server: what it means, what it refuses, and what is shown of it', () => {
  const { parse, show } = smtpUrl('LATCHKEY_SMTP_URL', '')
  assert.deepEqual(parse('smtps://shop:a%3Ab@mail.example'), {
    host: 'mail.example',
    port: 465,
    security: 'tls',
    login: { user: 'shop', pass: 'a:b' },
    name: undefined,
  })
  assert.equal(parse('smtps://shop:a@mail.example?name=id.shop.example').name, 'id.shop.example')
  assert.deepEqual(parse('smtp://[::1]:25/'), {
    host: '::1',
    port: 25,
    security: 'offered',
    login: undefined,
    name: undefined,
  })
  assert.equal(parse('smtp://a:b@mail.example').security, 'required')
  for (const wrong of [
    'mail.example:25',
    'https://mail.example',
    'smtp://',
    'smtp://mail.example/path',
    'smtp://mail.example#x',
    'smtp://shop@mail.example',
    'smtp://:secret@mail.example',
    'smtp://shop:100%@mail.example',
    'smtp://mail.example?tls=maybe',
    'smtp://mail.example?pool=true',
    'smtps://mail.example?tls=none',
    'smtp://mail.example?name=',
    'smtp://mail.example?name=a&name=b',
    'smtp://mail.example?name=a%0d%0aQUIT',
    'smtp://mail.example?name=two%20words',
    'smtp://mail.example?name=-a.example',
    'smtp://mail.example?tls=none&pool=true',
  ]) {
    assert.throws(() => parse(wrong), wrong)
  }
  assert.equal(
    show('smtp://shop:se:cr@et@mail.example?tls=none'),
    'smtp://shop:********@mail.example?tls=none',
  )
  assert.equal(
    show('smtps://shop@mail.example:secret@smtp.mail.example'),
    'smtps://shop@mail.example:********@smtp.mail.example',
  )
})

test('the setting of the sender: an address, with a name or without', () => {
  const { parse } = mailFrom('LATCHKEY_MAIL_FROM', '')
  for (const [value, name, address] of [
    ['noreply@shop.example', '', 'noreply@shop.example'],
    ['The Shop <noreply@shop.example>', 'The Shop', 'noreply@shop.example'],
    ['"Shop, Inc." <noreply@shop.example>', 'Shop, Inc.', 'noreply@shop.example'],
    ['<noreply@shop.example>', '', 'noreply@shop.example'],
  ] as const) {
    assert.deepEqual(parse(value), { name, address })
  }
  for (const wrong of [
    '',
    'shop',
    'Shop <shop>',
    'a@shop.example, b@shop.example',
    'Shop <a@shop.example> <b@shop.example>',
    'Shop\r\nBcc: x <a@shop.example>',
  ]) {
    assert.throws(() => parse(wrong), wrong)
  }
})
