import {
  type PasskeyAttestationResource,
  passkeyAlgorithms,
  type RelyingParty,
} from '#contract/sign-in/webauthn.ts'
import { endOfItem, requireBoundedAuthenticatorData } from './bounded-cbor.ts'
import { refused } from './refused.ts'
import { requireSoundKey } from './require-sound-key.ts'

/** The key that an authenticator has made, and what it signed about it. */
export interface NewKey {
  /** The id of the credential, base64url. */
  credentialId: string
  /** The public key as COSE (RFC 9052), base64url. */
  publicKey: string
  counter: number
  isSynced: boolean
  /** The id of the authenticator model (AAGUID); zeros when the authenticator does not send it. */
  aaguid: string
  transports: string[]
}

/** The maximum size of a public key. An RSA key with 4096 bits has about 530 bytes. */
const maxPublicKeyBytes = 1024

/**
 * Verifies a new credential: that it is bound to the challenge and one of our origins, and that the authenticator verified the
 * person. The caller has checked the challenge. The rules of this service apply, not the options that a page gave to its
 * browser, because the page may be forged (I108).
 * @throws {Failure} `passkey_invalid`
 */
export async function verifyAttestation(
  { id, rawId, type, response }: PasskeyAttestationResource,
  { relyingParty, challenge }: { relyingParty: RelyingParty; challenge: string },
): Promise<NewKey> {
  await requireNoCertificates(Buffer.from(response.attestationObject, 'base64url'))
  const { clientDataJSON, attestationObject, transports = [] } = response
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const result = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: [...relyingParty.origins],
    expectedRPID: relyingParty.id,
    requireUserPresence: true,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...passkeyAlgorithms],
  }).catch((cause: unknown) => {
    throw refused('the attestation is not valid', cause)
  })
  if (!result.verified) throw refused('the attestation has a wrong signature')
  const { credential, aaguid, credentialDeviceType } = result.registrationInfo
  if (credential.id !== id) throw refused('the credential has another id than was said')
  if (credential.publicKey.length > maxPublicKeyBytes) throw refused('the public key is too long')
  await requireSoundKey(credential.publicKey)
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    isSynced: credentialDeviceType === 'multiDevice',
    aaguid,
    transports,
  }
}

/**
 * Requires an attestation without certificates: `none`, as the options ask for, or `packed` signed with the new key itself,
 * which browsers pass on although it was not asked for (WebAuthn section 5.1.3). Certificate chains are refused, because the
 * library has been attacked through its parsers for them.
 */
async function requireNoCertificates(attestationObject: Buffer): Promise<void> {
  if (endOfItem(attestationObject, 0) !== attestationObject.length)
    throw refused('the attestation has bytes left over')
  const { format, hasCertificates, authData } = await decode(attestationObject)
  if (!(authData instanceof Uint8Array)) throw refused('the attestation has no authenticator data')
  requireBoundedAuthenticatorData(Buffer.from(authData))
  if (format !== 'none' && (format !== 'packed' || hasCertificates))
    throw refused('the attestation is of a form that was not asked for')
}

async function decode(attestationObject: Buffer) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(Uint8Array.from(attestationObject))
    const hasCertificates = decoded.get('attStmt').get('x5c') !== undefined
    return { format: decoded.get('fmt'), hasCertificates, authData: decoded.get('authData') }
  } catch (cause) {
    throw refused('the attestation is not as CBOR and WebAuthn have it', cause)
  }
}
