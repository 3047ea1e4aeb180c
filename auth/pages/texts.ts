import type { LinkPurpose } from '#contract/links.ts'

/** Whom a link is for, and the address that it was sent to. */
export interface LinkOwner {
  username: string
  email: string
}

/** What a page says. Everything here is plain text: what it becomes is the layout's business. */
export interface PageText {
  title: string
  paragraphs: readonly string[]
  /** A list below the paragraphs. */
  points?: readonly string[]
  /** Below everything else. */
  after?: readonly string[]
}

/** A page with a button. */
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

/** Every text of one language. One that is missing does not compile. */
export interface Texts {
  /** Begins the title of a page, and what sums up, when something has to be typed again. */
  problem: string
  email: { label: string; faults: Record<(typeof emailFaults)[number] | 'other', string> }
  password: {
    label: string
    hint: string
    faults: Record<(typeof passwordFaults)[number] | 'other', string>
  }
  forgotPassword: AskingText
  /** The same whether anybody has the address or not. */
  mailRequested: PageText
  /** Before a link is used. */
  asks: Record<LinkPurpose, (owner: LinkOwner) => AskingText>
  /** After it. */
  done: Record<Exclude<LinkPurpose, 'take_back'>, (owner: LinkOwner) => PageText>
  takenBack(owner: LinkOwner, minutes: number): AskingText
  /** For every link that does not work, whatever the reason. */
  linkInvalid: AskingText
  tryAgain: PageText
  refused: PageText
}
