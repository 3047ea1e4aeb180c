import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '#tests/support/otlp-receiver.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { settingsApart } from '#tests/support/services-apart.ts'
import { type System, send, type startSystem } from '#tests/support/system.ts'
import { tracedEnvironment } from '#tests/support/traced-environment.ts'

const callersTrace = 'c'.repeat(32)
const callersSpan = 'd'.repeat(16)
const traceparent = `00-${callersTrace}-${callersSpan}-01`

/** Starts the two services apart, as in two processes: each calls the other at its URL. */
async function startApart(start: typeof startSystem) {
  await using parts = new AsyncDisposableStack()
  const settings = await settingsApart()
  const users = parts.use(await start({ services: 'users', settings }))
  const auth = parts.use(await start({ services: 'auth', settings }))
  const kept = parts.move()
  return { users, auth, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

const logIn = (system: System, body: object, headers: Record<string, string> = { traceparent }) =>
  send('POST', `${system.authUrl}/auth/login`, { body, headers })

/** Returns the spans of the caller's trace. `find` follows a path of span names from the caller to a span. */
function treeOf(receiver: OtlpReceiver) {
  const spans = receiver.spans().filter(({ traceId }) => traceId === callersTrace)
  const childrenOf = (parent: string) => spans.filter(({ parentSpanId }) => parentSpanId === parent)
  return {
    spans,
    childrenOf: ({ spanId }: ReceivedSpan) => childrenOf(spanId),
    find(...path: string[]): ReceivedSpan {
      let found: ReceivedSpan | undefined
      for (const name of path) {
        found = childrenOf(found?.spanId ?? callersSpan).find((span) => span.name === name)
        const known = spans.map((span) => span.name).join(', ')
        assert.ok(found, `${name} of ${path.join(' > ')}, among ${known}`)
      }
      return found as ReceivedSpan
    },
  }
}

onEachEngine((start, engine) => {
  test('one login through both services is one trace, from the request to the commit', async () => {
    await using receiver = await startOtlpReceiver()
    using _environment = tracedEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
    await using system = await startApart(start)
    const { password } = await system.users.signUp('ada')
    const reply = await logIn(system.auth, { username: 'ada', password })
    assert.equal(reply.status, 200)
    // The services send their last spans when they stop.
    await system.auth.stop()
    await system.users.stop()

    const { spans, find, childrenOf } = treeOf(receiver)
    const login = find('POST /auth/login')
    assert.deepEqual([login.service, login.kind, login.failed], ['latchkey-auth', 'server', false])
    assert.deepEqual(login.attributes, {
      'http.request.method': 'POST',
      'url.scheme': 'http',
      'http.route': '/auth/login',
      'url.path': '/auth/login',
      'http.response.status_code': 200,
    })
    const call = find('POST /auth/login', 'POST /internal/validate-user')
    assert.deepEqual([call.service, call.kind], ['latchkey-auth', 'client'])
    assert.equal(call.attributes['url.full'], `${system.users.usersUrl}/internal/validate-user`)
    const answer = find('POST /auth/login', call.name, call.name)
    assert.deepEqual([answer.service, answer.kind], ['latchkey-users', 'server'])
    const hash = find('POST /auth/login', call.name, call.name, 'hash password')
    assert.equal(hash.attributes['latchkey.hash.lane'], 'known')
    assert.ok(Number(hash.attributes['latchkey.hash.wait_ms']) >= 0)
    const statements = childrenOf(answer).filter(({ kind }) => kind === 'client')
    assert.ok(
      statements.some(({ name }) => /^SELECT .*\busers\b/.test(name)),
      'the user was read',
    )
    const transactions = childrenOf(login).filter(({ name }) => name === 'transaction')
    const written = transactions.map((one) => childrenOf(one).map(({ name }) => name))
    const started = written.find((names) => names.some((name) => name.startsWith('INSERT sessions')))
    assert.equal(started?.at(-1), 'COMMIT', JSON.stringify(written))
    const systemNames = spans.map(({ attributes }) => attributes['db.system.name']).filter((name) => name)
    assert.deepEqual([...new Set(systemNames)], [engine === 'sqlite' ? 'sqlite' : 'postgresql'])

    // Work of one process lies within its parent. Between two processes, the reply may reach its reader before its writer ends.
    // The library reads the start of a span from a clock of milliseconds, and its duration from a finer one.
    const clockNs = 2_000_000n
    for (const span of spans) {
      const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
      if (!parent) assert.equal(span.parentSpanId, callersSpan, `${span.name} has a parent`)
      else {
        assert.ok(parent.startedAt <= span.startedAt, span.name)
        if (parent.service === span.service) assert.ok(span.endedAt <= parent.endedAt + clockNs, span.name)
      }
    }
    assert.equal(spans.filter(({ parentSpanId }) => parentSpanId === callersSpan).length, 1)
    const refused = receiver
      .spans()
      .filter(({ attributes }) => attributes['http.response.status_code'] === 400)
    assert.deepEqual(refused, [], 'whether the other service answers is asked every three seconds, untraced')

    const { headers, path } = receiver.requests[0] ?? assert.fail('nothing was sent')
    assert.deepEqual([headers['content-type'], path], ['application/x-protobuf', '/v1/traces'])
  })

  test('an rpc is a span with its status, and so are its statements', async () => {
    await using receiver = await startOtlpReceiver()
    using _environment = tracedEnvironment({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    })
    await using system = await start()
    const { password } = await system.signUp('ada')
    using client = rpcClient(system.authGrpc, 'latchkey.auth.v1.AuthService')
    const metadata = { traceparent }
    await client.call('Login', { username: 'ada', password }, { metadata })
    const wrong = client.call('Login', { username: 'ada', password: 'wrong password' }, { metadata })
    await assert.rejects(wrong)
    await system.stop()
    const { spans, childrenOf } = treeOf(receiver)
    const logins = spans.filter(({ name }) => name === 'latchkey.auth.v1.AuthService/Login')
    assert.deepEqual(
      logins.map(({ kind, attributes, failed, parentSpanId }) => [
        kind,
        attributes['rpc.status_code'],
        failed,
        parentSpanId,
        attributes['latchkey.failure'],
      ]),
      [
        ['server', 'OK', false, callersSpan, undefined],
        ['server', 'UNAUTHENTICATED', false, callersSpan, 'invalid_credentials'],
      ],
    )
    for (const login of logins)
      assert.ok(
        childrenOf(login).some(({ name }) => name === 'hash password'),
        'its hash is a part of it',
      )
    // A request without a `traceparent` begins a trace, and its log lines name that trace.
    const known = new Set(receiver.spans().map(({ traceId }) => traceId))
    const logged = system.log.flatMap(({ trace_id: id }) => (typeof id === 'string' ? [id] : []))
    assert.ok(logged.some((id) => id !== callersTrace) && logged.every((id) => known.has(id)))
  })
})
