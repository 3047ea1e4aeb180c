import type { AskingText, FieldText, PageText } from '../../texts/texts.ts'

/** The faults of a code that a person types in to sign in a device. */
export type UserCodeFault = 'wrong' | 'expired' | 'used' | 'aborted' | 'failed'

/** The reasons why an authorization request of an app was refused. The page explains the problem, and says who can solve it. */
export type AppProblem = 'expired' | 'refused' | 'badRequest' | 'unknownApp' | 'badAddress' | 'outage'

/**
 * The texts of the pages on which people sign in to apps by OpenID Connect. Names of apps and people are passed in
 * between Unicode isolates, so that right-to-left names cannot reorder a sentence.
 */
export interface AppTexts {
  /** The page that asks for consent, above the list of what the app wants. */
  consent(names: { app: string; user: string }): AskingText
  /** The warning that an app does not belong to the operator of this service. */
  ofOthers: string
  /** The texts that say what each scope allows. Scopes that only the operator knows are named by `other`. */
  scopes: Record<'openid' | 'profile' | 'email' | 'roles' | 'offline_access', string>
  other(scope: string): string
  resource(scopes: string, address: string): string
  /** The text that says to which host the browser goes after consent. */
  leadsTo(host: string): string
  leadsToDevice: string
  takeBack: string
  changed: string
  /** The page that asks which account to use. */
  choose(app: string): PageText
  continueAs(user: string): string
  cancel: string
  /** The page for somebody whose account is not the one that the app asks for. */
  otherAccount(names: { app: string; user: string }): PageText
  /** The page for somebody without a second factor, when the app demands one. */
  needsFactor(app: string): PageText & { addApp: string }
  goOn: string
  goingOn(app: string | undefined): PageText
  over: PageText
  userCode: AskingText & { code: FieldText<UserCodeFault> }
  confirmDevice(app: string): AskingText & { warning: string; no: string }
  /** The text that describes the device that wants to be signed in: its network address, and its user agent. */
  device(address: string, userAgent: string | undefined): string
  deviceDone(app: string | undefined): PageText
  logout(app: string | undefined): AskingText & { stay: string }
  loggedOut: PageText
  problems: Record<AppProblem, PageText>
  /** The part of the account page about apps. */
  apps: { title: string; text: string; since(day: string): string; revoke: string }
  /** The heading above the details of an error that the developers of an app need. */
  forDevelopers: string
  requestId: string
}
