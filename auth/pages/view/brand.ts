/** The appearance of the account pages in the colours of an operator. */
export interface Brand {
  name: string | undefined
  logoUrl: string | undefined
  /** Written as `#rrggbb`. */
  color: string | undefined
}
