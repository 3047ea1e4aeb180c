import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { mailIsSent, mailTo, tokenFor } from '#tests/support/mail.ts'
import { parseMail, smtpRefusal, startMailServer } from '#tests/support/mail-server.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type HttpReply, type System, send, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const minute = 60_000
const hour = 60 * minute

const settingsFor = (url: string) => ({
  LATCHKEY_SMTP_URL: url,
  LATCHKEY_MAIL_FROM: 'Shop <noreply@shop.example>',
})

const forget = (system: System, email: string, from?: string): Promise<HttpReply> =>
  send('POST', `${system.authUrl}/api/v1/auth/password/forgot`, {
    body: { email },
    headers: from === undefined ? {} : { 'x-forwarded-for': from },
  })

const signUp = (system: System, username: string, from: string): Promise<HttpReply> =>
  send('POST', `${system.usersUrl}/users/create`, {
    body: { username, email: `${username}@example.com`, password: `${username} correct horse` },
    headers: { 'x-forwarded-for': from },
  })

/**
 * Starts a proxy at the address that the services know as the mail server. It accepts connections and says nothing, until
 * `letThrough` connects it to a mail server.
 */
async function startFront() {
  const silent = new Set<Socket>()
  let behind: number | undefined
  const front = createServer((socket) => {
    socket.on('error', () => {})
    if (behind === undefined) return void silent.add(socket)
    const server = connect(behind, '127.0.0.1')
    server.on('error', () => socket.destroy())
    socket.pipe(server).pipe(socket)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    letThrough(port: number) {
      behind = port
      for (const socket of silent) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of silent) socket.destroy()
      await new Promise((resolve) => front.close(resolve))
    },
  }
}

test('I61 a mail server that says nothing fails no request, and gets every mail when it is back', async () => {
  await using front = await startFront()
  await using smtp = await startMailServer()
  await using system = await startSystem({ settings: settingsFor(front.url) })
  const names = Array.from({ length: 8 }, (_, at) => `user-${at}`)
  for (const name of names) await system.signUp(name)
  const replies = await Promise.all(names.map((name) => forget(system, `${name}@example.com`)))
  assert.deepEqual(
    replies.filter(({ status }) => status !== 202),
    [],
  )
  assert.equal((await send('GET', `${system.usersUrl}/health`)).status, 200)
  assert.equal(smtp.received.length, 0)
  front.letThrough(smtp.port)
  await until('two mails to each', () => {
    system.clock.advance(minute)
    return new Set(smtp.received.map(({ raw }) => parseMail(raw).headers.get('message-id'))).size === 16
  })
  for (const name of names) {
    const mails = smtp.received.filter(({ to }) => to.includes(`${name}@example.com`))
    assert.deepEqual(
      mails.map(({ raw }) => parseMail(raw).headers.get('subject')),
      ['Confirm your email address', 'Set a new password'],
      'in the order in which they were asked for',
    )
  }
})

test('F18 what is refused for good is a dead letter at once; what is refused for now arrives with the next try', async () => {
  let tries = 0
  await using smtp = await startMailServer({
    onRcptTo({ address }, _, done) {
      if (address === 'eve@example.com') return done(smtpRefusal(550))
      if (address === 'bob@example.com' && ++tries === 1) return done(smtpRefusal(450))
      done()
    },
  })
  await using system = await startSystem({ settings: settingsFor(smtp.url) })
  const db = await system.database('users')
  const waiting = () => db.query<{ attempts: number; dead_at: number | null; last_error: string | null }>`
    SELECT attempts, dead_at, last_error FROM outbox WHERE sink = 'mail'`
  await system.signUp('eve')
  await until('a dead letter', async () => (await waiting()).some(({ dead_at }) => dead_at !== null))
  const [dead] = await waiting()
  assert.equal(dead?.attempts, 1)
  assert.match(dead?.last_error ?? '', /refused.*550/)
  await system.signUp('bob')
  await until('the first try', () => tries === 1)
  await until('the second one', () => {
    system.clock.advance(minute)
    return smtp.received.length === 1
  })
  assert.deepEqual(smtp.received[0]?.to, ['bob@example.com'])
  await until('only the dead letter', async () => (await waiting()).length === 1)
  assert.ok(!system.logText().includes('@example.com'), 'no address is logged')
})

test('I54 mail goes to the address as its owner wrote it, whatever spelling somebody asks with', async () => {
  await using smtp = await startMailServer()
  await using system = await startSystem({ settings: settingsFor(smtp.url) })
  const body = { username: 'ada', email: 'Ada.L@Example.com', password: 'correct horse battery' }
  assert.equal((await send('POST', `${system.usersUrl}/users/create`, { body })).status, 201)
  for (const email of ['ADA.l@EXAMPLE.COM', 'ada.l@ｅｘａｍｐｌｅ.com'])
    assert.equal((await forget(system, email)).status, 202)
  for (const email of ['ada.l@example.com,eve@evil.example', 'eve@evil.example', 'ada.l@example.com '])
    assert.ok([202, 400].includes((await forget(system, email)).status))
  await until('three mails', () => smtp.received.length === 3)
  await mailIsSent(system)
  assert.equal(smtp.received.length, 3)
  for (const { to, raw } of smtp.received) {
    assert.deepEqual([to.length, to[0]?.toLowerCase()], [1, 'ada.l@example.com'])
    assert.match(parseMail(raw).headers.get('to') ?? '', /^Ada\.L@example\.com$/i)
    assert.ok(to[0]?.startsWith('Ada.L@'))
  }
})

onEachEngine((startSystem) => {
  test('of ten who ask for a new password three get a link, with the same answer, and the last link is good', async () => {
    await using system = await startSystem()
    await system.signUp('ada')
    for (let time = 0; time < 10; time++) {
      const { status, body } = await forget(system, 'ada@example.com')
      assert.deepEqual([status, body], [202, (await forget(system, 'nobody@example.com')).body])
    }
    await mailIsSent(system)
    const resets = async () =>
      (await mailTo(system, 'ada@example.com')).filter(({ subject }) => subject === 'Set a new password')
        .length
    assert.equal(await resets(), 3)
    const token = await tokenFor(system, 'ada@example.com', 'reset-password', { count: 3 })
    const reset = { token, password: 'another long password' }
    const done = await send('POST', `${system.authUrl}/api/v1/auth/password/reset`, { body: reset })
    assert.ok(done.status < 300, `${done.status}`)
    system.clock.advance(hour)
    await forget(system, 'ada@example.com')
    await mailIsSent(system)
    assert.equal(await resets(), 4)
    const metrics = await (await fetch(`${system.usersOpsUrl}/metrics`)).text()
    assert.match(metrics, /^latchkey_withheld_mails\{budget="reset"\} 7$/m)
    const withheld = () => system.log.filter(({ event }) => event === 'mail.withheld')
    const told = () => withheld().reduce((sum, { withheld = 1 }) => sum + Number(withheld), 0)
    await until('each that was held back is told', () => told() === 7)
  })

  test('the owner of an address that others sign up with is told five times an hour at most', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUP: 'private' } })
    for (let time = 0; time < 8; time++) {
      const body = { username: `ada-${time}`, email: 'ada@example.com', password: 'correct horse battery' }
      assert.equal((await send('POST', `${system.usersUrl}/users/create`, { body })).status, 201)
    }
    await mailIsSent(system)
    const subjects = (await mailTo(system, 'ada@example.com')).map(({ subject }) => subject)
    assert.deepEqual(subjects, [
      'Confirm your email address',
      ...Array(4).fill('You already have an account'),
    ])
  })

  test('one network has mail sent to five in a minute by asking, and the answers are the same', async () => {
    await using system = await startSystem({
      settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1', LATCHKEY_SIGNUPS_PER_MINUTE: '7' },
    })
    const [network, other] = ['198.51.100.7', '2001:db8::1']
    const names = Array.from({ length: 7 }, (_, at) => `user-${at}`)
    for (const name of names) assert.equal((await signUp(system, name, network)).status, 201)
    await mailIsSent(system)
    const counts = () =>
      Promise.all(names.map(async (name) => (await mailTo(system, `${name}@example.com`)).length))
    const mailCounts = async () => {
      await mailIsSent(system)
      return (await counts()).join('')
    }
    assert.equal(await mailCounts(), '1111111', 'whoever may sign up gets the mail to confirm it')
    for (const name of names) assert.equal((await forget(system, `${name}@example.com`, network)).status, 202)
    assert.equal(await mailCounts(), '2222211')
    assert.equal((await forget(system, 'user-6@example.com', other)).status, 202)
    assert.equal(await mailCounts(), '2222212')
    system.clock.advance(minute)
    assert.equal((await forget(system, 'user-5@example.com', network)).status, 202)
    assert.equal(await mailCounts(), '2222222')
  })
})
