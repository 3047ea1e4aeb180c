import type { Language } from '#contract/languages.ts'
import type { Refusals } from '#runtime/metrics/refusals.ts'
import type { Federation } from '../../federation/federation.ts'
import type { PasskeyLogin } from '../../passkeys/passkey-login.ts'
import type { Brand } from '../view/brand.ts'

/** The settings of an operator for the account pages. */
export interface PageSettings {
  /** The language for a browser that accepts no language that the pages have. */
  language: Language
  /** The URL that the pages are reached by, as the operator knows it. */
  publicUrl: string
  brand: Brand
  /** The other origins to which a person may return after signing in. */
  returnOrigins: readonly string[]
  /** False when only admins make users. */
  allowsSignUp: boolean
}

/** An app that people sign in to. */
export interface RequestingApp {
  name: string
  /** Who the app believes is there, in its own words. */
  loginHint: string | undefined
}

export interface Apps {
  /** Finds the app whose request a sign-in leads back to. */
  ofRequest(interaction: string): Promise<RequestingApp | undefined>
  /** Makes the part of the account page about the apps of a user, as HTML; empty when there are none. */
  section(userId: string): Promise<(language: Language) => string>
}

/** The context of the account pages. They call the use cases of the API, which keep every rule and limit. */
export interface Pages extends PasskeyLogin, PageSettings {
  /** Logins with accounts at other providers, if there are any. */
  federation: Federation
  /** Counts a change that a user makes on the pages. @throws {Failure} `changes_limited` */
  countChange(userId: string): void
  /** What the pages ask about the apps that people sign in to; absent without an OpenID provider. */
  apps?: Apps | undefined
  /** Counts refused requests; absent where nobody reads the count. */
  refusals?: Refusals | undefined
}
