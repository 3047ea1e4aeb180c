import type { Language } from '#contract/declaration/languages.ts'

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
}
