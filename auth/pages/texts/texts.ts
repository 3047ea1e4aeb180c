import type { LinkPurpose } from '#contract/links.ts'

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

/** The texts of a field. `faults` say what is wrong with it, by the code of the fault; `other` is for every further code. */
export interface FieldText<Fault extends string = never> {
  label: string
  hint?: string
  faults: Record<Fault | 'other', string>
}

/** The texts of the pages after a right password, when a second factor is asked for. */
export interface SecondFactorTexts {
  code: AskingText & { code: FieldText }
  wrong: string
  /** The page that shows a new authenticator app; `key` stands in front of the key to type in. */
  app: PageText & { key: string }
  /** The page with the recovery codes. */
  recoveryCodes: PageText & { goOn: string }
}

/** The texts of the pages on which people sign in, sign up and look after their account. */
export interface AccountTexts {
  signIn: AskingText & {
    name: FieldText
    password: FieldText
    /** The paragraph for somebody who is signed in, but not recently enough for what is wanted. */
    again: string
    wrong: string
    signedOut: string
    forgot: string
    signUp: string
  }
  /** What a page says after too many tries. The wait is given in whole minutes. */
  limited(minutes: number): string
  /** The page for somebody who gave a temporary password. */
  temporaryPassword: AskingText
  secondFactor: SecondFactorTexts
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
    /** Shown in place of a name that is not set. */
    none: string
    unconfirmed: string
    /** What the link that changes a value says. Its accessible name has the label of the value too. */
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
    /** What the page says after a change, by what was done. */
    done: Record<'name' | 'email' | 'password' | 'session' | 'sessions', string>
  }
  changeName: AskingText & { name: FieldText<'too_long'> }
  /** The label is that of the new address. */
  changeEmail: AskingText & { label: string }
  changePassword: AskingText & { current: FieldText<'wrong'> }
  deleteAccount(username: string): AskingText & { username: FieldText }
  /** What the page of the deletion says to the last admin, whom nobody could replace. */
  lastAdmin: string
  deleted: PageText
  back: string
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
