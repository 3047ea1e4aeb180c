import type { Language } from '#contract/declaration/languages.ts'
import type { CustomText } from '#contract/rules/custom-text.ts'

/** The appearance of the account pages in the name and colours of an operator. */
export interface Brand {
  name: string | undefined
  logoUrl: string | undefined
  /** Written as `#rrggbb`. */
  color: string | undefined
  /** The paths of the images that this service serves, from its root. A `logoUrl` takes the place of both logos. */
  logo: string | undefined
  darkLogo: string | undefined
  favicon: string | undefined
  /** The pages that the footer links to. */
  privacyUrl: string | undefined
  termsUrl: string | undefined
  helpUrl: string | undefined
  /** The language of users whose language is not known. */
  language: Language
  /** The texts that the operator has replaced, in all languages. The list stays the same until one of them changes. */
  texts: readonly CustomText[]
}
