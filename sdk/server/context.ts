import type { TokenValidator } from '../token-validator.ts'
import type { HostedPages } from './hosted/hosted-pages.ts'
import type { Refresh } from './new-tokens.ts'
import type { Profiles } from './profiles.ts'

/** The context of every request of a web session. */
export interface WebSessionContext {
  issuer: string
  authUrl: string
  usersUrl: string
  origins: readonly string[]
  basePath: string
  loginPage: string | undefined
  signUpPage: string | undefined
  cookieName: string
  timeoutMs: number
  validator: TokenValidator
  profiles: Profiles
  refresh: Refresh
  /** The sign-in through the hosted pages; undefined when the application has no client. */
  hosted: HostedPages | undefined
  now(): number
}
