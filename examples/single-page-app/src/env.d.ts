interface ImportMeta {
  /** The variables that Vite reads from `.env`. */
  readonly env: { readonly VITE_LATCHKEY_URL: string }
}
