import type { Login } from '../sign-in/index.ts'
import type { Provider, ProviderClient } from './providers/provider.ts'

/** The settings of an operator for logins with accounts at other providers. */
export interface FederationSettings {
  providers: readonly Provider[]
  /** The URL at which browsers reach the account pages. Providers send people back to addresses below it. */
  publicUrl: string
  /** The origins of applications that may have a response of a provider sent on to them. */
  returnOrigins: readonly string[]
}

/** The last success and the last failure of requests to a provider (epoch milliseconds), with the reason of the failure. */
export interface ProviderOutcome {
  answeredAt?: number
  failedAt?: number
  failure?: string
}

/** The context of logins with accounts at other providers. */
export interface Federation extends Login, Omit<FederationSettings, 'providers'> {
  providers: ReadonlyMap<string, Provider>
  /** The last success and failure of each provider in this process, by the name of the provider. */
  outcomes: Map<string, ProviderOutcome>
  masterKeys: readonly Buffer[]
  /** Returns the client of a provider. The code that sends requests to providers is loaded with the first login. */
  clientOf(provider: Provider): Promise<ProviderClient>
}

/**
 * Returns the URL to which a provider sends people back. Each provider has its own path, so that no other one can answer for it
 * (I142).
 */
export const redirectUriOf = ({ publicUrl }: Pick<Federation, 'publicUrl'>, provider: string): string =>
  `${publicUrl}/account/callback-${provider}`
