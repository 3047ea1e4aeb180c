import type { Language } from '#contract/declaration/languages.ts'
import type { Texts } from './texts.ts'
import { german } from './texts-de.ts'
import { english } from './texts-en.ts'
import { french } from './texts-fr.ts'

export const textsIn: Record<Language, Texts> = { en: english, de: german, fr: french }
