interface ImportMeta {
  /** What Vite reads from `.env`. */
  readonly env: { readonly VITE_LATCHKEY_URL: string }
}
