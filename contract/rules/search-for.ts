/**
 * The minimum length, in characters, of a text that is searched anywhere in a name. A shorter text finds only names that begin
 * with it.
 */
const minSearchLength = 3

/** Returns the parameters of a list that find a text in the names of users. */
export function searchFor(text: string | undefined): { q?: string; search?: string } {
  if (text === undefined) return {}
  return text.length < minSearchLength ? { q: text } : { search: text }
}
