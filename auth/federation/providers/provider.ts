/** The kinds of providers. Each has a rule for which of its addresses count as verified. */
export const providerKinds = ['google', 'microsoft', 'github', 'apple', 'openid'] as const
export type ProviderKind = (typeof providerKinds)[number]

/**
 * The algorithms with which a provider may sign ID tokens. Each provider has one of them set, so that a token cannot choose
 * another.
 */
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

/** A provider as the operator has configured it. */
export interface Provider {
  /** The name of the provider in URLs, events and the list of identities. */
  name: string
  /** The name of the provider that people see on the pages. */
  title: string
  kind: ProviderKind
  /** The issuer (OpenID Connect); for GitHub the address of the site. */
  issuer: string
  clientId: string
  /** The secret by which the client authenticates itself: a text, or at Apple a token signed with the private key. */
  secret: { text: string } | { teamId: string; keyId: string; privateKey: string }
  scopes: readonly string[]
  idTokenAlgorithm: IdTokenAlgorithm
  /** True when the operator trusts that the e-mail addresses from the provider belong to the people. */
  trustsEmail: boolean
  /** The values of the claim `acr` that count as a second factor at the provider, because the operator trusts them. */
  trustedAcr: readonly string[]
  /** The names of the settings with the client id and the secret, for the log lines that tell an operator what to correct. */
  credentialsIn: string
  /** True for a provider in a private network. A provider on this machine then needs no TLS. */
  allowsPrivateAddresses: boolean
}

/** A person whom a provider has just authenticated. Only `issuer` and `subject` identify the person. */
export interface AuthenticatedIdentity {
  provider: string
  issuer: string
  subject: string
  email: string | null
  /** True when the address surely belongs to the person, by the rule for this kind of provider. */
  emailVerified: boolean
  name: string | undefined
  /** The time when the person authenticated at the provider (epoch milliseconds); undefined when the provider does not tell. */
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

/**
 * Returns whether a provider can re-authenticate a person, as a step-up requires. GitHub cannot, and does not report
 * when a person authenticated.
 */
export const canReauthenticate = ({ kind }: Pick<Provider, 'kind'>): boolean => kind !== 'github'

/** Checks whether a provider sends people back by a form that is posted (`form_post`), and not by a redirect. */
export const sendsForm = ({ kind }: Pick<Provider, 'kind'>): boolean => kind === 'apple'

/** The client of a provider: it begins logins there, and completes them with the response. */
export interface ProviderClient {
  /** Returns the URL to which a person is sent to log in. @throws {ProviderFault} */
  begin(login: Secrets & { redirectUri: string; isAnew: boolean }): Promise<URL>
  /** Asks the provider which person a response belongs to. @throws {ProviderFault} */
  finish(login: Secrets & { redirectUri: string; response: URLSearchParams }): Promise<AuthenticatedIdentity>
}

/**
 * The parts of a request that a provider can refuse without being down: the `code` of one login, which was used before or has
 * expired; the `client`, whose id or secret it does not accept; or the `address` that people are sent back to.
 */
export type Refused = 'code' | 'client' | 'address'

/** The error when a provider could not be asked, or did not answer as it must. `message` says what was wrong, for the log. */
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
