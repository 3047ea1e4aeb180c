import type { Language } from '#contract/declaration/languages.ts'
import type { AppTexts } from './texts/texts.ts'
import { german } from './texts/texts-de.ts'
import { english } from './texts/texts-en.ts'
import { french } from './texts/texts-fr.ts'

/** The texts about apps. They are loaded with the first page that needs them, unlike those of the other account pages. */
export const appTexts: Record<Language, AppTexts> = { en: english, de: german, fr: french }
