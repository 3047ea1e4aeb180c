import assert from 'node:assert/strict'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { startLocalServer } from '#tests/support/local-server.ts'
import { sessionDirectory } from './session-directory.ts'

test('tokens are asked about together as far as they fit into a body, and each gets its own answer', async () => {
  const questions: string[][] = []
  await using server = await startLocalServer(async (request, response) => {
    const { tokens } = (await json(request)) as { tokens: string[] }
    questions.push(tokens)
    response.end(JSON.stringify({ results: tokens.map((token) => ({ token: { username: token } })) }))
  })
  const sessions = sessionDirectory({ baseUrl: server.url, bearer: 'secret' })
  const tokens = Array.from({ length: 200 }, (_, at) => {
    const length = at % 10 === 0 ? 8_000 : 1_490
    return `${at}.${'a'.repeat(length)}.b`
  })
  const said = await Promise.all(tokens.map((token) => sessions.checkToken(token)))
  assert.deepEqual(
    said.map(({ username }) => username),
    tokens,
  )
  assert.ok(questions.length < 30, `${questions.length} questions`)
  for (const question of questions) assert.ok(JSON.stringify({ tokens: question }).length < 64 * 1024)
})
