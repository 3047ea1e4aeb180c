import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { readAllSettings } from '#cli/settings/all-settings.ts'
import type { EventResource } from '#contract/events/events.ts'
import { type Fate, type Published, startFakeNats } from '#tests/support/fake-nats.ts'
import { hasNatsServer, newNatsServer } from '#tests/support/nats-server.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { latchkey } from '#tests/support/process.ts'
import { type System, startSystem as startOne } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

/** Adds the given number of users as an admin, and renames each of them. */
async function change(system: System, people: number, name: string): Promise<void> {
  const { access_token: token } = await system.admin()
  const ask = async (method: string, url: string, body: object) => {
    const reply = await system.send(method, url, { token, body })
    assert.ok(reply.status < 300)
    return reply.body
  }
  const url = `${system.usersUrl}/api/v1/users`
  for (let number = 0; number < people; number++) {
    const { id } = await ask('POST', url, { name: 'Ada', email: `${name}-${number}@example.com` })
    await ask('PATCH', `${url}/${id}`, { name: 'Bob' })
  }
}

async function listed(system: System): Promise<EventResource[]> {
  const { access_token: token } = await system.admin()
  const found: EventResource[] = []
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const url = `${system.usersUrl}/api/v1/events?limit=200&cursor=${cursor}`
    const { body } = await system.send('GET', url, { token })
    found.push(...body.data)
    cursor = body.next_cursor
  }
  return found
}

/** Returns the first message of each event, which is what a broker that drops duplicates keeps. */
const firsts = (published: Published[]): Published[] => {
  const seen = new Set<string>()
  return published.filter(({ id }) => !seen.has(id) && seen.add(id))
}

const isTold = (published: Published[], name: string, people: number): boolean =>
  published.filter(({ body }) => body.data?.user?.email?.startsWith(`${name}-`)).length >= people * 2

function assertSame(published: Published[], events: EventResource[]): void {
  const ids = new Set(published.map(({ id }) => id))
  // The expected events are selected by position, not by time: a login is listed late, behind events that happened after it.
  const from = events.findIndex(({ id }) => ids.has(id))
  const to = events.findLastIndex(({ id }) => ids.has(id))
  const expected = events.slice(from, to + 1)
  const told = firsts(published).filter(({ id }) => expected.some((event) => event.id === id))
  assert.deepEqual(
    told.map(({ id, subject, contentType, body }) => ({ id, subject, contentType, body })),
    expected.map(({ id, type, timestamp, user_id, data }) => ({
      id,
      subject: `latchkey.events.${type}`,
      contentType: 'application/cloudevents+json',
      body: {
        specversion: '1.0',
        id,
        source: 'https://auth.example.com',
        type,
        ...(user_id === null ? {} : { subject: user_id }),
        time: timestamp,
        datacontenttype: 'application/json',
        data,
      },
    })),
  )
}

onEachEngine((startSystem) => {
  test('every event is published in order, and none is lost when the broker loses one or its answer', async () => {
    const fates: Fate[] = ['stored', 'stored', 'stored unheard', 'stored', 'stored', 'stored', 'lost']
    await using broker = await startFakeNats((count) =>
      count > 7 ? 'stored' : (fates[count - 1] ?? 'stored'),
    )
    await using system = await startSystem({ settings: { LATCHKEY_NATS_URL: broker.url } })
    await change(system, 12, 'ada')
    await until('all', () => isTold(firsts(broker.published), 'ada', 12))
    assertSame(broker.published, await listed(system))
    assert.ok(broker.published.length > firsts(broker.published).length, 'some came twice')
    assert.ok(broker.connections >= 3, `${broker.connections} connections`)
  })
})

test('without a broker requests are answered, the service stops, and the log says what is missing', async () => {
  await using nobody = await startFakeNats(() => 'lost')
  await using system = await startOne({ settings: { LATCHKEY_NATS_URL: nobody.url } })
  await change(system, 5, 'ada')
  await until('a line', () => system.logText().includes('deliver events to nats'))
  await system.stop()
})

test('the credentials of the broker are not shown, and what is no URL of it is refused', () => {
  const { out } = latchkey(['settings'], { LATCHKEY_NATS_URL: 'tls://ada:secret@a:4222,nats://token@b' })
  assert.match(out, /LATCHKEY_NATS_URL +tls:\/\/\*{8}@a:4222,nats:\/\/\*{8}@b/)
  assert.doesNotMatch(out, /secret|token@/)
  const read = (environment: Record<string, string>) => readAllSettings({ flags: {}, environment }).values
  assert.deepEqual(read({ LATCHKEY_NATS_URL: 'nats://a%40b:c@one:1,nats://two' }).natsUrl, {
    servers: ['one:1', 'two'],
    user: 'a@b',
    pass: 'c',
  })
  assert.deepEqual(read({ LATCHKEY_NATS_URL: 'tls://t@one' }).natsUrl, {
    servers: ['one'],
    token: 't',
    tls: {},
  })
  for (const url of ['localhost:4222', 'http://a', 'nats://', 'nats://a/b', 'nats://a?b', ''])
    assert.throws(() => read({ LATCHKEY_NATS_URL: url }), url)
  for (const subject of ['', 'a b', 'a.', '.a', 'a.>', 'a.*'])
    assert.throws(() => read({ LATCHKEY_NATS_SUBJECT: subject }), subject)
})

const onServer = hasNatsServer ? {} : { skip: 'there is no nats-server on PATH nor in LATCHKEY_TEST_NATS' }

test(
  'a real broker has each event once and in order, though it is killed and begins without a stream',
  onServer,
  async () => {
    const credentials = { user: 'ada', pass: 'p@ss word' }
    await using server = await newNatsServer(credentials)
    await server.start()
    const url = `nats://ada:${encodeURIComponent(credentials.pass)}@${server.address}`
    await using system = await startOne({ settings: { LATCHKEY_NATS_URL: url } })
    await change(system, 3, 'ada')
    await until('a line', () => /No stream of JetStream takes latchkey\.events\./.test(system.logText()))
    const open = () => connect({ servers: server.address, ...credentials })
    let client = await open()
    await (await jetstreamManager(client)).streams.add({ name: 'events', subjects: ['latchkey.events.>'] })
    await change(system, 20, 'bob')
    await client.close()
    await server.kill()
    await change(system, 20, 'cat')
    await server.start()
    await change(system, 20, 'dan')
    client = await open()
    const published: Published[] = []
    const consumer = await jetstream(client).consumers.get('events')
    const messages = await consumer.consume()
    for await (const { subject, headers, data } of messages) {
      published.push({
        subject,
        id: headers?.get('Nats-Msg-Id') ?? '',
        contentType: headers?.get('content-type') ?? '',
        body: JSON.parse(new TextDecoder().decode(data)),
      })
      if (isTold(published, 'dan', 20)) break
    }
    await client.close()
    assert.deepEqual(firsts(published), published, 'none twice')
    assertSame(published, await listed(system))
  },
)
