/** A text of at least this many characters is found anywhere in a name; a shorter one only at the beginning of a name. */
const minSearchLength = 3

/** Returns the parameters of a list that find a text in the names of users. */
export function searchFor(text: string | undefined): { q?: string; search?: string } {
  if (text === undefined) return {}
  return text.length < minSearchLength ? { q: text } : { search: text }
}
