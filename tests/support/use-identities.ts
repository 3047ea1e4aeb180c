import assert from 'node:assert/strict'
import type { HttpReply, System } from './system.ts'

/**
 * A person's account at an identity provider, in the form that the authentication service uses after it has validated the
 * reply of the provider.
 */
export const proven = (subject: string, email = `${subject}@example.com`) => ({
  provider: 'google',
  issuer: 'https://accounts.google.com',
  subject,
  email,
  email_verified: true,
})

/** Links an account at an identity provider to a user, as the pages do after the user has proven to own both. */
export const linkIdentity = (
  system: System,
  userId: string,
  person: ReturnType<typeof proven>,
): Promise<HttpReply> => {
  const prover = { user_id: userId, session_id: userId, acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] }
  const authenticated_at = new Date(system.clock.now()).toISOString()
  const url = `${system.internalUrl || system.usersUrl}/internal/own-account/link-identity`
  const body = { ...prover, authenticated_at, ...person }
  return system.send('POST', url, { token: system.serviceToken(), body })
}

/**
 * Uses everything about linked identities as one user, who has one at the end. `token` belongs to a session with a recent
 * proof of identity.
 */
export async function useIdentities(
  system: System,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  const internal = (path: string, body: object) =>
    system.send('POST', `${system.usersUrl}/internal/${path}`, { token: system.serviceToken(), body })
  const own = `${system.usersUrl}/api/v1/users/me/identities`
  const replies = [
    await linkIdentity(system, userId, proven('canary')),
    await linkIdentity(system, userId, proven('canary-2')),
    await internal('prove-identity', { purpose: 'login', ...proven('canary') }),
    await internal('sign-up-by-identity', { ...proven('gina'), address: '203.0.113.9', is_passed_on: false }),
  ]
  const listed = await system.send('GET', own, { token })
  const url = `${own}/${listed.body.data[1].id}`
  replies.push(listed, await system.send('DELETE', url, { token }))
  for (const { status, body } of replies) assert.ok(status < 300, JSON.stringify(body))
}

/** Confirms the address of a user, as its owner does with the link in a mail. */
export async function confirmEmail(system: System, userId: string): Promise<void> {
  const { access_token: token } = await system.admin()
  const url = `${system.usersUrl}/api/v1/users/${userId}`
  const { email } = (await system.send('GET', url, { token })).body
  const confirmed = await system.send('POST', `${url}/verify-email`, { token, body: { email } })
  assert.ok(confirmed.status < 300, JSON.stringify(confirmed.body))
}
