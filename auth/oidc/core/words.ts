/** Returns the words of a parameter that is a list with spaces, such as `scope`; none of what is no text. */
export const wordsOf = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : []
