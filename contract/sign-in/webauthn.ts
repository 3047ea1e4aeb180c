import {
  array,
  integer,
  literal,
  nullable,
  object,
  optional,
  type Schema,
  type Static,
  string,
} from '../declaration/schema.ts'

/** The site that passkeys belong to (the relying party of WebAuthn), as the operator has set it. */
export interface RelyingParty {
  /** The domain. Browsers offer a passkey to pages of this domain and of those below it only. */
  id: string
  /** The name of the site, which a browser may show when it makes a passkey. */
  name: string
  /** The origins of the pages that may ask for passkeys, each compared as a whole. */
  origins: readonly string[]
}

/** The time, in seconds, that a person has to answer with a passkey. */
export const passkeyChallengeSeconds = 300

/** The algorithms of the keys, preferred ones first: EdDSA, ES256, RS256 (RFC 9053, RFC 8812). */
export const passkeyAlgorithms = [-8, -7, -257]

const bytes = (atMost: number, description?: string) =>
  string({
    minLength: 1,
    maxLength: Math.ceil((atMost * 4) / 3),
    pattern: '^[A-Za-z0-9_-]+$',
    inWords: 'must be base64url without padding',
    ...(description === undefined ? {} : { description }),
  })

/**
 * Returns a schema that also accepts members that it does not list, because browsers add some from time to time. They are
 * ignored.
 */
const withMore = <T>(schema: Schema<T>): Schema<T> => ({ ...schema, additionalProperties: true })

const CredentialId = bytes(1023, 'The id of the credential, base64url.')
const Challenge = string({ description: 'Random bytes in base64url. Valid once, for five minutes.' })
const PublicKeyType = literal('public-key')
const Transports = array(
  string({
    minLength: 1,
    maxLength: 32,
    pattern: '^[a-z-]+$',
    inWords: 'must have only lower-case letters and hyphens',
  }),
  { maxItems: 10 },
)
const ClientData = bytes(4096, 'The client data that the browser signed over, as JSON in base64url.')

export const PasskeyAttestation = withMore(
  object(
    {
      id: CredentialId,
      rawId: CredentialId,
      type: PublicKeyType,
      response: withMore(
        object({
          clientDataJSON: ClientData,
          attestationObject: bytes(6144, 'CBOR in base64url.'),
          transports: optional(Transports),
        }),
      ),
    },
    {
      title: 'PasskeyAttestation',
      description:
        'The result of `navigator.credentials.create()`, as returned by its `toJSON()` (WebAuthn Level 3).',
    },
  ),
)
export type PasskeyAttestationResource = Static<typeof PasskeyAttestation>

export const PasskeyAssertion = withMore(
  object(
    {
      id: CredentialId,
      rawId: CredentialId,
      type: PublicKeyType,
      response: withMore(
        object({
          clientDataJSON: ClientData,
          authenticatorData: bytes(1536),
          signature: bytes(1024),
          userHandle: optional(
            nullable(
              string({
                maxLength: 100,
                pattern: '^[A-Za-z0-9_-]*$',
                inWords: 'must be base64url without padding',
              }),
            ),
          ),
        }),
      ),
    },
    {
      title: 'PasskeyAssertion',
      description:
        'The result of `navigator.credentials.get()`, as returned by its `toJSON()` (WebAuthn Level 3).',
    },
  ),
)
export type PasskeyAssertionResource = Static<typeof PasskeyAssertion>

const expiresIn = integer({ description: 'Seconds until the challenge expires.' })

/**
 * The options of a request for a passkey, in the form that a page passes to
 * `PublicKeyCredential.parseRequestOptionsFromJSON()`.
 */
export const PasskeyRequest = object(
  {
    public_key: object(
      {
        challenge: Challenge,
        rpId: string({ description: 'The domain of the passkeys.' }),
        timeout: integer({ description: 'Milliseconds.' }),
        userVerification: literal('required'),
        allowCredentials: array(object({ type: PublicKeyType, id: CredentialId }), {
          description: 'Empty: any passkey of this domain.',
        }),
      },
      {
        title: 'PasskeyRequestOptions',
        description:
          'The options of `navigator.credentials.get()`, for `PublicKeyCredential.parseRequestOptionsFromJSON()`.',
      },
    ),
    expires_in: expiresIn,
  },
  { title: 'PasskeyRequest' },
)
export type PasskeyRequestResource = Static<typeof PasskeyRequest>

export const PasskeyCreation = object(
  {
    public_key: object(
      {
        challenge: Challenge,
        rp: object({ id: string(), name: string() }),
        user: object({
          id: string({ description: 'The user handle: the 16 bytes of the user’s id, base64url.' }),
          name: string(),
          displayName: string(),
        }),
        pubKeyCredParams: array(object({ type: PublicKeyType, alg: integer() })),
        timeout: integer({ description: 'Milliseconds.' }),
        excludeCredentials: array(object({ type: PublicKeyType, id: CredentialId, transports: Transports }), {
          description: 'The passkeys of the user. An authenticator that has one of them creates no second.',
        }),
        authenticatorSelection: object({
          residentKey: literal('required'),
          requireResidentKey: literal(true),
          userVerification: literal('required'),
        }),
        attestation: literal('none'),
      },
      {
        title: 'PasskeyCreationOptions',
        description:
          'The options of `navigator.credentials.create()`, for `PublicKeyCredential.parseCreationOptionsFromJSON()`.',
      },
    ),
    expires_in: expiresIn,
  },
  { title: 'PasskeyCreation' },
)
export type PasskeyCreationResource = Static<typeof PasskeyCreation>
