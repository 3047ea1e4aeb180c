/**
 * Returns the known words that somebody may have meant by a misspelt one, the nearest first: the words that begin with it, and
 * the words that differ in at most two letters.
 */
export function nearestWords(typed: string, known: readonly string[]): string[] {
  const max = Math.min(2, Math.floor(typed.length / 3))
  return [...new Set(known)]
    .map((word) => ({
      word,
      away: typed.length >= 2 && word.startsWith(typed) ? 0.5 : distance(typed, word),
    }))
    .filter(({ word, away }) => word !== typed && away <= Math.max(max, 0.5))
    .sort((a, b) => a.away - b.away)
    .slice(0, 3)
    .map(({ word }) => word)
}

/** Returns the end of an error message, ` Did you mean --role?`, or nothing when no known word is near. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const near = nearestWords(typed, known)
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
}

/**
 * Counts the letters to add, leave out, replace, or swap with the next to get from one word to the other (optimal string alignment).
 * Words whose lengths differ by more than three are not compared, so that a long argument costs nothing.
 */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 3) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
