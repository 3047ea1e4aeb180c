import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivalPath, arrivalProof, arrivalProofHeader } from '#runtime/http/arrival-page.ts'
import { startSystem } from '#tests/support/system.ts'

test('how a request arrives is told to nobody but who proves to know the service token', async () => {
  await using system = await startSystem()
  const url = `${system.usersUrl}${arrivalPath}`
  const token = system.serviceToken()
  const day = 86_400_000
  for (const proof of [
    undefined,
    '',
    'x',
    token,
    arrivalProof('another-service-token-0123456789', Date.now()),
    arrivalProof(token, Date.now() - 2 * day),
    arrivalProof(token, Date.now() + 2 * day),
    `${arrivalProof(token, Date.now())}x`,
    arrivalProof(token, Date.now()).replace(/^\d+/, (at) => `${Number(at) - 1}`),
  ]) {
    const headers: Record<string, string> = proof === undefined ? {} : { [arrivalProofHeader]: proof }
    const reply = await system.send('GET', url, { headers })
    assert.deepEqual([reply.status, reply.body.code], [404, 'route_not_found'], String(proof))
  }
  for (const base of [system.usersUrl, system.authUrl]) {
    const headers = { [arrivalProofHeader]: arrivalProof(token, Date.now()) }
    const { status, body } = await system.send('GET', `${base}${arrivalPath}`, { headers })
    assert.deepEqual(
      [status, body.address, body.passed_on_by, body.origin, body.other_service],
      [200, '127.0.0.1', 'nobody', base, null],
    )
  }
})
