import type { PasskeyAssertionResource, RelyingParty } from '#contract/login/webauthn.ts'
import { requireBoundedAuthenticatorData } from './bounded-cbor.ts'
import { refused } from './refused.ts'

/**
 * Verifies that an assertion is signed with a key over the challenge, at one of our origins, with the person verified by the
 * authenticator (I105). The caller has opened the challenge, and knows whose key it is. Whether the passkey may be copied is read
 * anew each time, because password managers change it (I111). Nothing is known of the counter unless this returns (I109).
 * @throws {Failure} `passkey_invalid`
 */
export async function verifyAssertion(
  { id, rawId, type, response }: PasskeyAssertionResource,
  {
    relyingParty,
    challenge,
    publicKey,
  }: { relyingParty: RelyingParty; challenge: string; publicKey: string },
): Promise<{ counter: number; isSynced: boolean }> {
  requireBoundedAuthenticatorData(Buffer.from(response.authenticatorData, 'base64url'))
  const { clientDataJSON, authenticatorData, signature } = response
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...{ id, rawId, type, clientExtensionResults: {} },
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: [...relyingParty.origins],
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    // The library compares counters before it checks the signature, so that anybody could make one look fallen back. With zero it
    // leaves that to the caller.
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
  }).catch((cause: unknown) => {
    throw refused('the assertion is not valid', cause)
  })
  if (!verified) throw refused('the assertion has a wrong signature')
  const { newCounter, credentialDeviceType } = authenticationInfo
  return { counter: newCounter, isSynced: credentialDeviceType === 'multiDevice' }
}
