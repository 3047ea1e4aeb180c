import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startOtlpReceiver } from '#tests/support/otlp-receiver.ts'
import { startProcess } from '#tests/support/process.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { tracedEnvironment } from '#tests/support/traced-environment.ts'
import { until } from '#tests/support/until.ts'
import { machine, settings as webhookSettings } from '#tests/support/webhook-machine.ts'
import { startReceiver } from '#tests/support/webhook-receiver.ts'

const maxSpans = 40
const hurried = {
  OTEL_BSP_MAX_QUEUE_SIZE: String(maxSpans),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
  OTEL_BSP_SCHEDULE_DELAY: '20',
  OTEL_EXPORTER_OTLP_TIMEOUT: '300',
} as const

async function spanCounts(system: System): Promise<Map<string, number>> {
  const metric = system.metrics('users').find(({ name }) => name === 'latchkey_traces_spans')
  const counts = await metric?.read()
  return counts instanceof Map ? counts : assert.fail('spans are not counted')
}

const troubles: Record<string, (response: ServerResponse) => void> = {
  'answers 500': (response) => void response.writeHead(500).end('out of order'),
  'answers garbage': (response) => void response.writeHead(200).end('<html>\0garbage'),
  'asks for patience': (response) => void response.writeHead(503, { 'retry-after': '3600' }).end(),
  'never answers': () => {},
  'cuts the connection': (response) => void response.socket?.destroy(),
}

for (const [trouble, answer] of Object.entries(troubles))
  test(`a receiver that ${trouble} disturbs no login, and its spans do not pile up`, async () => {
    await using receiver = await startOtlpReceiver()
    receiver.answer = answer
    using _environment = tracedEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...hurried })
    await using system = await startSystem()
    const { password } = await system.signUp('ada')
    for (let logins = 0; logins < 12; logins++) await system.logIn('ada', password)
    await until('something was sent', () => receiver.requests.length > 0)
    const counts = await spanCounts(system)
    assert.ok((counts.get('waiting') ?? 0) <= maxSpans, 'the queue has a bound')
    const all = [...counts.values()].reduce((sum, one) => sum + one, 0)
    assert.ok(all > maxSpans, 'each span is counted, wherever it went')
    await system.stop()
    const lines = system.log.filter(({ msg }) => String(msg).startsWith('cannot send traces'))
    assert.ok(lines.length <= 1, 'one line while it lasts')
  })

test('a stop sends the last spans, and does not wait for ever until somebody takes them', async () => {
  await using receiver = await startOtlpReceiver()
  receiver.answer = () => {}
  const ports = ['--users-port', '0', '--auth-port', '0', '--data', temporaryFolder()]
  await using started = await startProcess(ports, {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
    OTEL_BSP_EXPORT_TIMEOUT: '600000',
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  })
  await send('GET', `${started.auth}/.well-known/jwks.json`)
  assert.equal(receiver.requests.length, 0)
  assert.equal(await started.end('SIGTERM'), 0)
  assert.deepEqual(
    receiver.spans().map(({ name }) => name),
    ['GET /.well-known/jwks.json'],
  )
})

test('a receiver that is away is told once in the log, and once that it is back', async () => {
  const away = await startOtlpReceiver()
  const port = Number(new URL(away.url).port)
  await away[Symbol.asyncDispose]()
  using _environment = tracedEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    ...hurried,
    OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
  })
  await using system = await startSystem()
  const { password } = await system.signUp('ada')
  const said = (words: string) => system.log.filter(({ msg }) => String(msg).startsWith(words))
  await until('the log tells of it', async () => {
    await system.logIn('ada', password)
    return said('cannot send traces').length > 0
  })
  assert.equal(said('cannot send traces')[0]?.reason, 'ECONNREFUSED')
  await using receiver = await startOtlpReceiver(port)
  await until('the log tells that it is back', async () => {
    await system.logIn('ada', password)
    return said('sending traces again').length > 0
  })
  assert.deepEqual([said('cannot send traces').length, said('sending traces again').length], [1, 1])
  assert.ok(receiver.spans().length > 0)
})

test('no span holds a name, an address, a password, a token, an id or a value of a statement', async () => {
  await using receiver = await startOtlpReceiver()
  await using mails = await startMailServer()
  await using hooks = await startReceiver()
  using _environment = tracedEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '20',
  })
  await using system = await startSystem({
    settings: {
      ...webhookSettings,
      LATCHKEY_SMTP_URL: mails.url,
      LATCHKEY_MAIL_FROM: 'latchkey@example.com',
    },
  })
  const { hook } = await machine(system)
  await hook(`${hooks.url}/secret-path?secret-query=1`, { event_types: ['user.created', 'user.updated'] })
  const ada = await system.signUpAndLogIn('ada-lovelace')
  const { id } = ada.user
  const authorized = { token: ada.access_token }
  await send('GET', `${system.usersUrl}/api/v1/users/${id}?q=ada-lovelace`, authorized)
  await send('PATCH', `${system.usersUrl}/api/v1/users/${id}`, { ...authorized, body: { name: 'Ada King' } })
  await send('GET', `${system.authUrl}/auth/validate`, authorized)
  await send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token: ada.refresh_token } })
  await send('POST', `${system.authUrl}/auth/login`, {
    body: { username: 'ada-lovelace', password: 'tell-nobody' },
  })
  await send('POST', `${system.authUrl}/api/v1/auth/password/forgot`, { body: { email: ada.user.email } })
  await send('GET', `${system.authUrl}/nowhere/ada-lovelace?token=${ada.access_token}`)
  await until('the mails were sent', () => mails.received.length >= 2)
  await until('the webhook was called', () => hooks.requests.length >= 1)
  const serviceToken = system.serviceToken()
  await system.stop()

  const names = new Set(receiver.spans().map(({ name }) => name))
  for (const name of [
    'send mail',
    'POST webhook',
    'GET /api/v1/users/{id}',
    'hash password',
    'COMMIT',
    'GET',
  ])
    assert.ok(names.has(name), `${name} is among ${[...names].join(', ')}`)
  // Protobuf stores texts unchanged, so a secret in a trace would be found in the bytes of the requests.
  const sent = receiver.requests.map(({ body }) => body.toString('latin1')).join('\n')
  const links = mails.received.flatMap(({ raw }) => raw.match(/[\w-]{30,}/g) ?? [])
  const secrets = [
    'ada-lovelace',
    'example.com',
    ada.password,
    'tell-nobody',
    'Ada King',
    id,
    'secret-path',
    'secret-query',
    'Bearer',
    ada.access_token,
    ada.refresh_token,
    serviceToken,
    ...links,
  ]
  const found = secrets.filter((secret) => sent.includes(secret))
  assert.deepEqual(found, [])
  const known = receiver.spans().flatMap(({ attributes }) => Object.keys(attributes))
  const permitted = [
    'db.operation.name',
    'db.query.summary',
    'db.system.name',
    'error.type',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'latchkey.event.type',
    'latchkey.failure',
    'latchkey.hash.lane',
    'latchkey.hash.wait_ms',
    'server.address',
    'server.port',
    'url.full',
    'url.path',
    'url.scheme',
  ]
  assert.deepEqual(new Set(known).difference(new Set(permitted)), new Set())
})

test('the sampler decides for traces that begin here, and the caller for its own', async () => {
  await using receiver = await startOtlpReceiver()
  using _environment = tracedEnvironment({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/from/latchkey`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
    OTEL_SERVICE_NAME: 'front-door',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  await using system = await startSystem()
  const { password } = await system.signUp('ada')
  const body = { username: 'ada', password }
  const wanted = 'a'.repeat(32)
  const unwanted = 'b'.repeat(32)
  for (const [trace, flags] of [
    [wanted, '01'],
    [unwanted, '00'],
  ]) {
    const headers = { traceparent: `00-${trace}-${'1'.repeat(16)}-${flags}` }
    assert.equal((await send('POST', `${system.authUrl}/auth/login`, { body, headers })).status, 200)
  }
  await system.stop()
  assert.deepEqual([...new Set(receiver.spans().map(({ traceId }) => traceId))], [wanted])
  const [{ path, headers } = assert.fail('nothing was sent')] = receiver.requests
  assert.deepEqual([path, headers.authorization], ['/from/latchkey', 'Bearer collector-key'])
  const [resource = {}] = receiver.resources()
  assert.equal(resource['service.name'], 'front-door')
  assert.equal(resource['deployment.environment.name'], 'test')
  assert.equal(system.logText().includes('collector-key'), false, 'the log does not tell the key')
})

test('variables that are not understood are told in the log, and the services start', async () => {
  using _environment = tracedEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.com:4317',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  })
  await using system = await startSystem()
  const faults = system.log.flatMap(({ fault }) => (fault === undefined ? [] : [String(fault)]))
  assert.equal(faults.length, 1)
  assert.match(faults[0] ?? '', /^OTEL_EXPORTER_OTLP_PROTOCOL is not http\/protobuf/)
  await system.signUpAndLogIn('ada')
})

test('without the variables, nothing of OpenTelemetry is loaded', async () => {
  const report = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('@opentelemetry/')) process.stdout.write(JSON.stringify({ loads: name }) + '\\n')
      return next(name, context) } })`
  const loadedBy = async (environment: Record<string, string>) => {
    const ports = ['--users-port', '0', '--auth-port', '0', '--data', temporaryFolder()]
    const hook = ['--import', `data:text/javascript,${encodeURIComponent(report)}`]
    await using started = await startProcess(ports, environment, undefined, hook)
    return started.lines.filter((line) => line.includes('"loads"')).length
  }
  assert.ok((await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })) > 0, 'the hook works')
  const disabled = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }
  assert.equal(await loadedBy(disabled), 0)
  assert.equal(await loadedBy({}), 0)
})
