/** The kinds of providers. Each has a rule for which of its addresses count as verified. */
export const providerKinds = ['google', 'microsoft', 'github', 'apple', 'openid'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** The algorithms by which a provider may sign ID tokens. Each provider has one, so that no token chooses it. */
export const idTokenAlgorithms = [
  'RS256',
  'PS256',
  'ES256',
  'ES384',
  'RS384',
  'RS512',
  'EdDSA',
  'Ed25519',
] as const
export type IdTokenAlgorithm = (typeof idTokenAlgorithms)[number]

/** A provider as the operator has set it. */
export interface Provider {
  /** In URLs, events and the list of identities. */
  name: string
  /** What people call it. */
  title: string
  kind: ProviderKind
  /** The issuer (OpenID Connect); for GitHub the address of the site. */
  issuer: string
  clientId: string
  /** How the client proves itself: by a secret, or at Apple by a token that the private key signs. */
  secret: { text: string } | { teamId: string; keyId: string; privateKey: string }
  scopes: readonly string[]
  idTokenAlgorithm: IdTokenAlgorithm
  /** True when the operator vouches for the addresses that the provider tells. */
  trustsEmail: boolean
  /** The values of `acr` with which the provider says that there was a second factor, in the eyes of the operator. */
  trustedAcr: readonly string[]
  /** The settings that have the id and the secret, as an operator finds them. */
  credentialsIn: string
  /** True for a provider in a private network; one on this machine then needs no TLS. */
  allowsPrivateAddresses: boolean
}

/** A person as a provider has just proven them. Only `issuer` and `subject` say who it is. */
export interface ProvenPerson {
  provider: string
  issuer: string
  subject: string
  email: string | null
  /** By the rule for the provider. */
  emailVerified: boolean
  name: string | undefined
  /** When the person authenticated at the provider (epoch milliseconds), if it says so. */
  authenticatedAt: number | undefined
  /** True when the operator trusts the provider about a second factor that was given there. */
  hasSecondFactor: boolean
}

/** The random values of one login, none of which derives from another (I142). */
export interface Secrets {
  state: string
  nonce: string
  verifier: string
}

/** The address of GitHub itself. Every other one is an Enterprise Server, which has its API below its own address. */
export const gitHubIssuer = 'https://github.com'

/** Says whether a provider can be asked to have a person prove anew who they are. GitHub neither does that nor says when it did. */
export const provesAnew = ({ kind }: Pick<Provider, 'kind'>): boolean => kind !== 'github'

/** Says whether a provider sends people back with a form. */
export const sendsForm = ({ kind }: Pick<Provider, 'kind'>): boolean => kind === 'apple'

/** What can be asked of a provider. */
export interface ProviderClient {
  /** Returns where to send a person to log in. @throws {ProviderFault} */
  begin(login: Secrets & { redirectUri: string; isAnew: boolean }): Promise<URL>
  /** Asks the provider about a response that came back with a person. @throws {ProviderFault} */
  finish(login: Secrets & { redirectUri: string; response: URLSearchParams }): Promise<ProvenPerson>
}

/**
 * What a provider can refuse without being down: the `code` of one login, which was used before or has expired, the `client`, which
 * it does not know by this id and secret, or the `address` that people are sent back to.
 */
export type Refused = 'code' | 'client' | 'address'

/** A provider could not be asked, or did not answer as it must. `message` says what was wrong, for the log. */
export class ProviderFault extends Error {
  override name = 'ProviderFault'
  readonly refused: Refused | undefined

  constructor(
    message: string,
    { refused, ...options }: ErrorOptions & { refused?: Refused | undefined } = {},
  ) {
    super(message, options)
    this.refused = refused
  }
}
