import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logInEndpoint, refreshEndpoint } from '#contract/auth.ts'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { createLog } from './log.ts'
import { reportFailure } from './report-failure.ts'
import { runWithTrace } from './tracing.ts'

test('a flood of refused requests is logged in one line a second, with their number', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const refuse = (endpoint: Endpoint = logInEndpoint) =>
    runWithTrace({}, () => reportFailure({ error: new Failure('overloaded') }, endpoint, log))
  const logged = () =>
    lines.splice(0).map(({ level, endpoint, refused, request_id: id }) => {
      assert.equal(id === undefined, refused !== undefined, 'what many did has no one request')
      return [level, endpoint, refused]
    })
  for (let number = 0; number < 1_000; number++) assert.equal(refuse().code, 'overloaded')
  assert.deepEqual(logged(), [['warn', 'logIn', undefined]])
  refuse(refreshEndpoint)
  assert.deepEqual(logged(), [['warn', 'refresh', undefined]], 'one flood hides no other')
  t.mock.timers.tick(1_000)
  assert.deepEqual(logged(), [['warn', 'logIn', 999]], 'one alone has nothing to be added')
  refuse()
  assert.deepEqual(logged(), [])
  t.mock.timers.tick(1_000)
  assert.deepEqual(logged(), [['warn', 'logIn', 1]])
  t.mock.timers.tick(1_000)
  assert.deepEqual(logged(), [])
  refuse()
  assert.deepEqual(logged(), [['warn', 'logIn', undefined]], 'the next flood is logged as it begins')
})

for (const code of ['service_token_invalid', 'not_ready', 'database_unavailable'] as const) {
  test(`a flood of "${code}", which anybody can cause, does not fill the log`, (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const lines: Record<string, unknown>[] = []
    const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
    for (let number = 1; number <= 200; number++) {
      const cause = new Error(`cause ${number}`)
      reportFailure({ error: new Failure(code, { cause }) }, logInEndpoint, log)
    }
    t.mock.timers.tick(1_000)
    assert.deepEqual(
      lines.map(({ level, code, endpoint, err, refused }) => [
        level,
        code,
        endpoint,
        (err as Error | undefined)?.message,
        refused,
      ]),
      [
        ['warn', code, 'logIn', 'cause 1', undefined],
        ['warn', code, 'logIn', undefined, 199],
      ],
    )
  })
}
