import { openTexts } from '#runtime/texts/texts.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import type { Texts } from './generated-texts.ts'

export type { Texts } from './generated-texts.ts'

/** Returns the texts of emails in a language. */
export const textsIn = openTexts<Texts>({ en, de, fr })
