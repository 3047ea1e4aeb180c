/** The appearance of the account pages in the name and colours of an operator. */
export interface Brand {
  name: string | undefined
  logoUrl: string | undefined
  /** Written as `#rrggbb`. */
  color: string | undefined
  /** The pages that the footer links to. */
  privacyUrl: string | undefined
  termsUrl: string | undefined
  helpUrl: string | undefined
}
