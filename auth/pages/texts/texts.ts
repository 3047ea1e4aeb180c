import type { LinkPurpose } from '#contract/users/links.ts'

/** The owner of a link: the user, and the address that it was sent to. */
export interface LinkOwner {
  username: string
  email: string
}

/** The texts of a page are plain text. The layout escapes them. */
export interface PageText {
  title: string
  paragraphs: readonly string[]
  /** A list below the paragraphs. */
  points?: readonly string[]
  /** Paragraphs below the form. */
  after?: readonly string[]
}

/** The texts of a page with a button that confirms an action. */
export interface AskingText extends PageText {
  button: string
}

type PasswordFault = 'required' | 'too_short' | 'too_long' | 'is_username' | 'is_email' | 'too_common'
type EmailFault = 'required' | 'too_long' | 'email_taken'
type UsernameFault = 'required' | 'too_short' | 'too_long' | 'invalid_format' | 'username_taken'

/** The texts of a field. `faults` has a text for each code of a fault; `other` is the text for all other codes. */
export interface FieldText<Fault extends string = never> {
  label: string
  hint?: string
  faults: Record<Fault | 'other', string>
}

/** The texts of the pages of authenticator apps, recovery codes and remembered devices. */
export interface SecondFactorTexts {
  /** The page after a right password, when a second factor is asked for. */
  code: AskingText & CodeFields
  wrong: string
  /** The checkbox with which the device is remembered. */
  remember: string
  /**
   * The page that shows a new authenticator app, at a sign-in that requires one; `key` is the text before the key that can be
   * typed in.
   */
  app: PageText & { key: string }
  addApp: AskingText
  replaceApp: AskingText
  /** The page that shows a new authenticator app on the account pages. */
  scanApp: AskingText
  /** The page that asks for the code of the new app alone. */
  confirmApp: AskingText & { again: string }
  removeApp: AskingText
  makeCodes: AskingText
  /** The page with new recovery codes, of which the person must type in one to confirm that they are stored. */
  recoveryCodes: AskingText & {
    typed: FieldText
    file: string
    /** The first line of the file. */
    fileTitle(username: string): string
  }
  /** The page for re-authentication before a change. */
  prove: AskingText &
    CodeFields & {
      /**
       * The reasons why the admin console requires re-authentication: the console was not used for a time, or the last
       * authentication is too long ago.
       */
      passed: Record<'idle' | 'lifetime', (duration: string) => string>
    }
}

/**
 * The texts of the field for a code. Which one is shown depends on what the user has: an app and recovery codes, only
 * an app, or only recovery codes.
 */
export interface CodeFields {
  code: FieldText
  appCode: FieldText
  recoveryCode: FieldText
}

/** The texts about passkeys. */
export interface PasskeyTexts {
  /** The word between a form and other ways to do the same. */
  or: string
  /** The labels of the buttons that ask for a passkey. */
  signIn: string
  step: string
  prove: string
  /** The text in place of the button when scripts do not run, and when the browser has no passkeys. */
  needsScript: string
  unsupported: string
  /**
   * The text after the browser made or used no passkey: it was cancelled, the device already has a passkey, or there
   * was another reason.
   */
  cancelled: string
  known: string
  failed: string
  /** The text when the service has refused a passkey. */
  refused: string
  /** The paragraph of a sign-in that asks for a passkey after the password. */
  stepText: string
  add: AskingText & { name: FieldText<'too_long'> }
  taken: string
  tooMany: string
  rename: AskingText
  remove(name: string): AskingText
  lastWayIn: string
}

/** The texts about accounts at other providers. `title` is the name of a provider that people see. */
export interface FederatedTexts {
  title: string
  about: string
  continueWith(title: string): string
  linkAnother(title: string): string
  unlink: string
  /** The notice of the sign-in page after a provider has proven a person whose account there is not linked to a user. */
  signInToLink(title: string): string
  link(what: { title: string; account: string; username: string }): AskingText
  notLinked: string
  taken: string
  tooMany: string
  unconfirmed: string
  remove(title: string): AskingText
  lastWayIn: string
  /** The pages after a provider failed, after it refused the person, and after the login took too long. */
  failed(title: string): PageText
  refused(title: string): PageText
  tooLate: PageText
  otherWay: string
  /** The text on the page for re-authentication for a user without a password, and the link there to set one. */
  noPassword: string
  setPassword: string
}

/** The texts of the part of the account page about the ways to log in. */
export interface WaysInTexts {
  title: string
  app: string
  noApp: string
  /** The badges of a second factor that is in use, and of a passkey that is not accepted. */
  isOn: string
  isRefused: string
  addApp: string
  replaceApp: string
  removeApp: string
  codes: string
  codesLeft(left: number): string
  makeCodes: string
  passkeys: string
  passkeysText: string
  addPasskey: string
  renamePasskey: string
  removePasskey: string
  added(at: string): string
  lastUsedOn(day: string): string
  refusedPasskey: string
  devices: string
  devicesText: string
  remembered(at: string, until: string): string
  forgetDevice: string
  forgetDevices: string
}

/** The texts of the pages on which people sign in, sign up and manage their account. */
export interface AccountTexts {
  signIn: AskingText & {
    name: FieldText
    password: FieldText
    wrong: string
    signedOut: string
    /** The text that says to which app the sign-in leads. */
    toGoOn(app: string): string
    /** The link for somebody who is signed in with another account than they want to use. */
    useAnother: string
    forgot: string
    signUp: string
  }
  /** The text after too many attempts. The wait is given in whole minutes. */
  limited(minutes: number): string
  /** The page after a login with a temporary password. */
  temporaryPassword: AskingText
  secondFactor: SecondFactorTexts
  passkey: PasskeyTexts
  waysIn: WaysInTexts
  federated: FederatedTexts
  signUp: AskingText & { username: FieldText<UsernameFault>; password: string; signIn: string }
  /** The page after a sign-up, when the address must be confirmed before the first login. */
  signedUp(email: string): PageText
  /** The page for a browser that did not keep the cookie. */
  cookieRefused: PageText
  account: {
    title: string
    signOut: string
    profile: string
    username: string
    name: string
    email: string
    password: string
    /** Shown in place of a name or a password that is not set. */
    noName: string
    noPassword: string
    unconfirmed: string
    /** The label of the link that changes a value. Its accessible name also has the label of the value. */
    change: string
    sessions: string
    thisSession: string
    unknownDevice: string
    signedIn(at: string): string
    lastUsed(at: string): string
    endSession: string
    endOtherSessions: string
    deletion: string
    deletionText: string
    deletionLink: string
    /** The text after a change, by the kind of change. */
    done: Record<
      | ('name' | 'email' | 'password' | 'session' | 'sessions' | 'app' | 'app_removed' | 'codes')
      | ('passkey' | 'passkey_renamed' | 'passkey_removed' | 'device' | 'devices' | 'app_revoked')
      | ('identity' | 'identity_removed'),
      string
    >
  }
  changeName: AskingText & { name: FieldText<'too_long'> }
  /** The page that changes the e-mail address. `label` is the label of the field for the new address. */
  changeEmail: AskingText & { label: string }
  changePassword: AskingText & { current: FieldText<'wrong'> }
  deleteAccount(username: string): AskingText & { username: FieldText }
  /** The text that the last admin sees on the page for deleting the own account: the last admin cannot be deleted. */
  lastAdmin: string
  deleted: PageText
  back: string
  /** The button at the end of a flow. */
  toAccount: string
  refusedHere: PageText
  tryAgainHere: PageText
}

/** All texts of one language. A missing text is a type error. */
export interface Texts extends AccountTexts {
  /** The first word of the title and of the error summary, when a field must be corrected. */
  problem: string
  email: FieldText<EmailFault>
  password: FieldText<PasswordFault>
  forgotPassword: AskingText
  /** The page after a mail was requested. It is the same for an unknown address, so that it does not show which users exist. */
  mailRequested: PageText
  /** The page that a link opens before its action is confirmed, by the purpose of the link. */
  asks: Record<LinkPurpose, (owner: LinkOwner) => AskingText>
  /** The page after the action of a link was carried out, by the purpose of the link. */
  done: Record<Exclude<LinkPurpose, 'take_back'>, (owner: LinkOwner) => PageText>
  takenBack(owner: LinkOwner, minutes: number): AskingText
  /** The page for every link that does not work, whatever the reason. */
  linkInvalid: AskingText
  tryAgain: PageText
  refused: PageText
}
