import type { Language } from '#contract/declaration/languages.ts'
import type { Html } from '#runtime/html.ts'
import type { PublicSite } from '#runtime/http/http-call.ts'
import type { Refusals } from '#runtime/metrics/refusals.ts'
import type { ConsoleLimits } from '../../browser-sessions/index.ts'
import type { Federation } from '../../federation/index.ts'
import type { Login } from '../../sign-in/index.ts'
import type { FixedBrand, FollowedBrand } from './followed-brand.ts'

/** The settings of an operator for the account pages. */
export interface PageSettings extends PublicSite {
  /** The brand that the environment sets. */
  fixedBrand: FixedBrand
  /** The limits after which the admin console requires re-authentication. The page for it names the limit. */
  consoleLimits: ConsoleLimits
  /** The other origins to which a person may return after signing in. */
  returnOrigins: readonly string[]
  /** True when people can create their own users; false when only admins can. */
  allowsSignUp: boolean
}

/** An app that people sign in to. */
export interface RequestingApp {
  name: string
  /** The user whom the app expects, as the app names them (`login_hint` of OpenID Connect). */
  loginHint: string | undefined
  /** The languages that the app wishes for, as a list of BCP 47 tags with spaces (`ui_locales` of OpenID Connect). */
  uiLocales: string | undefined
}

export interface Apps {
  /** Finds the app whose authorization request continues after the sign-in. */
  ofRequest(interaction: string): Promise<RequestingApp | undefined>
  /** Makes the part of the account page about the apps of a user, undefined when there are none. */
  section(userId: string): Promise<(language: Language) => Html | undefined>
}

/** The context of the account pages. They call the use cases of the API, so that the same rules and limits apply. */
export interface Pages extends Login, PageSettings {
  /** The brand that the pages show. */
  brand: FollowedBrand
  /** Logins with accounts at other providers, if there are any. */
  federation: Federation
  /** Counts a change that a user makes on the pages. @throws {Failure} `changes_limited` */
  countChange(userId: string): void
  /** The functions by which the pages learn about apps (OpenID clients); absent without an OpenID provider. */
  apps?: Apps | undefined
  /** Counts refused requests for the metrics; absent where there are no metrics. */
  refusals?: Refusals | undefined
}
