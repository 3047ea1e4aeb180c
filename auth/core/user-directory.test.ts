import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fetch } from '#sdk/send-request.ts'
import { userDirectory } from './user-directory.ts'
import { usersOverTheWire } from './users-over-the-wire.ts'

const answering =
  (status: number, code: string): Fetch =>
  async () =>
    new Response(JSON.stringify({ code }), { status })

const directory = (fetch: Fetch) =>
  userDirectory(usersOverTheWire({ baseUrl: 'http://127.0.0.1:9', bearer: 'secret', fetch }))

test('a user service of the version before is taken for one that knows no name, so that logins go on', async () => {
  const { findLoginUser } = directory(answering(404, 'route_not_found'))
  assert.deepEqual(await Promise.all(['ada', 'bob'].map(findLoginUser)), [undefined, undefined])
})

test('a failure of the user service is not taken for an unknown name', async () => {
  const { findLoginUser } = directory(answering(503, 'database_unavailable'))
  await assert.rejects(findLoginUser('ada'), { code: 'user_service_unavailable' })
})

const prover = {
  user_id: 'ada',
  session_id: 'one',
  authenticated_at: '2026-01-01T00:00:00Z',
  acr: 'aal1' as const,
  amr: [],
}

test('a user service of the version before counts no acts, and sessions can be ended all the same', async () => {
  await directory(answering(404, 'route_not_found')).countActOnOther(prover)
  const faults = { 401: 'reauthentication_required', 503: 'database_unavailable' }
  for (const [status, code] of Object.entries(faults)) {
    const expected = status === '401' ? code : 'user_service_unavailable'
    await assert.rejects(directory(answering(Number(status), code)).countActOnOther(prover), {
      code: expected,
    })
  }
})
