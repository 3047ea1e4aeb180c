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

export const passwordFaults = [
  'required',
  'too_short',
  'too_long',
  'is_username',
  'is_email',
  'too_common',
] as const
export const emailFaults = ['required', 'too_long'] as const

/** All texts of one language. A missing text is a type error. */
export interface Texts {
  /** The first word of the title and of the error summary, when a field must be corrected. */
  problem: string
  email: { label: string; faults: Record<(typeof emailFaults)[number] | 'other', string> }
  password: {
    label: string
    hint: string
    faults: Record<(typeof passwordFaults)[number] | 'other', string>
  }
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
