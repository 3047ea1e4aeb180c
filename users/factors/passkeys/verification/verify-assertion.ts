import type { PasskeyAssertionResource, RelyingParty } from '#contract/sign-in/webauthn.ts'
import { requireBoundedAuthenticatorData } from './bounded-cbor.ts'
import { refused } from './refused.ts'

/**
 * Verifies that an assertion was signed by the key over the challenge, for one of our origins, after the authenticator verified
 * the person (I105). The caller has checked the challenge, and has found the key of the passkey. Whether the passkey is synced
 * is read from each assertion, because password managers change it (I111). The counter must be used only if this function
 * returns, because it is not authentic before the signature was checked (I109).
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
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: [...relyingParty.origins],
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    // The library compares counters before it checks the signature, so that anybody could make a counter appear to go back.
    // Zero turns this check off: the caller compares the counters afterwards.
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
  }).catch((cause: unknown) => {
    throw refused('the assertion is not valid', cause)
  })
  if (!verified) throw refused('the assertion has a wrong signature')
  const { newCounter, credentialDeviceType } = authenticationInfo
  return { counter: newCounter, isSynced: credentialDeviceType === 'multiDevice' }
}
