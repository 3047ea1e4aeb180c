import { openTexts } from '#runtime/texts/texts.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import type { Texts } from './generated-texts.ts'

export type { Texts } from './generated-texts.ts'

/**
 * Returns the texts of all account pages in a language. Names of applications and users are passed in between Unicode
 * isolates, so that right-to-left names cannot reorder a sentence.
 */
export const textsIn = openTexts<Texts>({ en, de, fr })

/** The texts about applications that people sign in to by OpenID Connect. */
export type AppTexts = Texts['oidc']
export type AppProblem = keyof AppTexts['problems']

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

/** The texts of a field. `faults` has a text for each code of a fault; `other` is the text for all other codes. */
export interface FieldText {
  label: string
  hint?: string
  faults: { readonly [fault: string]: string; readonly other: string }
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
