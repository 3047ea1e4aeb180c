import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enrolApp } from '#tests/support/second-factors.ts'
import { startSystem, stillClock } from '#tests/support/system.ts'

test('I115 pages are told whether a session may change a way in now, and the change decides by the same rule', async () => {
  await using system = await startSystem({ clock: stillClock() })
  const ada = await system.signUpAndLogIn('ada')
  const person = { user_id: ada.user.id, session_id: ada.session_id }
  const call = async (path: string, proof: object) => {
    const body = { ...person, ...proof }
    const url = `${system.usersUrl}/internal/own-account/${path}`
    return system.send('POST', url, { token: system.serviceToken(), body })
  }
  const at = (minutes: number) => new Date(system.clock.now() - minutes * 60_000).toISOString()
  const byPassword = { acr: 'aal1', amr: ['pwd'], authenticated_at: at(4) }
  const byBoth = { acr: 'aal2', amr: ['pwd', 'otp', 'mfa'], authenticated_at: at(4) }
  const old = { ...byBoth, authenticated_at: at(6) }
  const expected = async (cases: [proof: object, isFresh: boolean][]) => {
    for (const [proof, isFresh] of cases) {
      const { status, body } = await call('factors', proof)
      assert.deepEqual([status, body.is_proof_fresh], [200, isFresh], JSON.stringify(proof))
      const changed = await call('enrol-totp', proof)
      assert.equal(changed.status, isFresh ? 200 : 401, JSON.stringify(changed.body))
    }
  }
  await expected([
    [byPassword, true],
    [old, false],
  ])
  await enrolApp(system, ada)
  const now = { authenticated_at: at(4) }
  await expected([
    [{ ...byPassword, ...now }, false],
    [{ ...byBoth, ...now }, true],
    [{ ...old, authenticated_at: at(6) }, false],
  ])
  const byCode = { ...byBoth, ...now, amr: ['pwd', 'rec', 'mfa'] }
  assert.equal((await call('recovery-codes', byCode)).body.code, 'reauthentication_required')
  assert.equal((await call('recovery-codes', { ...byBoth, ...now })).body.recovery_codes.length, 10)
})
