import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateApiKeyEndpoint } from '#contract/integrations/api-keys.ts'
import { countActOnOtherEndpoint } from '#contract/sign-in/own-factors.ts'
import { useEmailLinkEndpoint } from '#contract/users/links.ts'
import type { Fetch } from '#sdk/send-request.ts'
import { usersOverTheWire } from './users-over-the-wire.ts'

const answering =
  (status: number, code: string): Fetch =>
  async () =>
    new Response(JSON.stringify({ code }), { status })

const users = (fetch: Fetch) => usersOverTheWire({ baseUrl: 'http://127.0.0.1:9', bearer: 'secret', fetch })

test('a failure of the user service is not taken for an unknown name', async () => {
  const { findLoginUser } = users(answering(503, 'database_unavailable'))
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
  await users(answering(404, 'route_not_found')).ask(countActOnOtherEndpoint, prover)
  const faults = { 401: 'reauthentication_required', 503: 'database_unavailable' }
  for (const [status, code] of Object.entries(faults)) {
    const expected = status === '401' ? code : 'user_service_unavailable'
    await assert.rejects(users(answering(Number(status), code)).ask(countActOnOtherEndpoint, prover), {
      code: expected,
    })
  }
})

test('only a count of acts may be missing in a user service of the version before', async () => {
  const asked = users(answering(404, 'route_not_found')).ask(validateApiKeyEndpoint, { key: 'one' })
  await assert.rejects(asked, { code: 'user_service_unavailable' })
})

test('a fault that only the user service finds in a form reaches the client', async () => {
  const { ask } = users(answering(400, 'invalid_request'))
  await assert.rejects(ask(useEmailLinkEndpoint, { token: 'one' }), { code: 'invalid_request' })
})
