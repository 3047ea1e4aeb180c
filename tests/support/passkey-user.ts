import assert from 'node:assert/strict'
import { type Bent, SoftPasskey } from '#tests/support/authenticator.ts'
import type { HttpReply, SignedIn, System } from '#tests/support/system.ts'

/** The settings of a system that supports passkeys, and the origin and domain of its site as a browser gives them. */
export const passkeySettings = { LATCHKEY_PASSKEY_DOMAIN: 'example.com' }
export const passkeySite = { rpId: 'example.com', origin: 'https://example.com' }

type Shown = SoftPasskey | ((challenge: string) => object)

/** The actions of a person with a passkey. */
export interface PasskeyUser extends SignedIn {
  passkey: SoftPasskey
  passkeyId: string
  recoveryCodes: string[]
}

/** Requests a challenge at `path`, signs it with a passkey, and sends the response to the same path or to `answerAt`. */
export async function showPasskey(
  system: System,
  path: string,
  {
    shown,
    body = {},
    token,
    answerAt = path,
    bent = {},
  }: {
    shown: Shown
    body?: object
    token?: string
    /** The URL that the response is sent to, when it is not the URL of the challenge. */
    answerAt?: string
    bent?: Bent
  },
): Promise<HttpReply> {
  const url = (end: string) => `${system.authUrl}/api/v1/auth/${end}`
  const bearer = token === undefined ? {} : { token }
  const hasBody = Object.keys(body).length > 0
  const asked = await system.send('POST', url(`${path.replace(/\/login$/, '')}/options`), {
    ...bearer,
    ...(hasBody && { body }),
  })
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  const { challenge } = asked.body.public_key
  const credential =
    shown instanceof SoftPasskey ? shown.get({ challenge, ...passkeySite }, bent) : shown(challenge)
  return system.send('POST', url(answerAt), { ...bearer, body: { ...body, credential } })
}

/** Adds a passkey in a session with a recent login. */
export async function addPasskey(
  system: System,
  token: string,
  more: { counter?: number } = {},
): Promise<{ passkey: SoftPasskey; id: string; recoveryCodes: string[] }> {
  const passkeys = `${system.usersUrl}/api/v1/users/me/passkeys`
  const begun = await system.send('POST', `${passkeys}/options`, { token })
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const { challenge, user } = begun.body.public_key
  const passkey = new SoftPasskey({ userHandle: user.id, ...more })
  const credential = passkey.create({ challenge, ...passkeySite })
  const added = await system.send('POST', passkeys, { token, body: { credential, name: 'Laptop' } })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  return { passkey, id: added.body.passkey.id, recoveryCodes: added.body.recovery_codes ?? [] }
}

/** Signs a user up who has a passkey, and returns a session from before it was added. */
export async function signUpWithPasskey(system: System, username: string): Promise<PasskeyUser> {
  const user = await system.signUpAndLogIn(username)
  const { passkey, id, recoveryCodes } = await addPasskey(system, user.access_token)
  return { ...user, passkey, passkeyId: id, recoveryCodes }
}
