/** A page whose form has a file, in the field `file`. */
export interface FileForm {
  /** Whether the page gets the file as text, which must be UTF-8, or as bytes, in Base64. */
  takes: 'text' | 'bytes'
}

const fileForms: Readonly<Record<string, FileForm>> = {
  'import-users': { takes: 'text' },
  branding: { takes: 'bytes' },
}

/** Returns how a page takes the file of its form; undefined for a page that takes none. */
export const fileFormOf = (page: string): FileForm | undefined =>
  Object.hasOwn(fileForms, page) ? fileForms[page] : undefined
