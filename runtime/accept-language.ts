import { type Language, languages } from '#contract/declaration/languages.ts'

/** Finds the language that a browser prefers (RFC 9110 section 12.5.4), or one that a language tag names. `de-AT` is `de`. */
export function findLanguage(acceptLanguage: string | undefined): Language | undefined {
  const ranges = (acceptLanguage ?? '').slice(0, 1000).split(',').map(toRange)
  const liked = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  const found = liked.flatMap(({ language }) => languages.find((one) => one === language) ?? [])
  return found[0]
}

function toRange(range: string): { language: string | undefined; quality: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((one) => one.startsWith('q='))?.slice('q='.length)
  return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
}
