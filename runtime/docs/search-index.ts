import { setImmediate } from 'node:timers/promises'

/** What the search can find: a document, an operation or a failure code. */
export interface Searchable {
  path: string
  /** What kind of page it is, in a word that readers see. */
  kind: string
  title: string
  /** What else the page is about: words that are no title, but say it as well as one. */
  about?: string | undefined
  sections: readonly SearchSection[]
}

interface SearchSection {
  title: string
  /** The anchor of the section on the page; none for the beginning of the page. */
  anchor?: string | undefined
  text: string
  /** What is searched, but never shown beside a result. */
  others?: string | undefined
}

export interface Found {
  path: string
  kind: string
  title: string
  /** The title of the section that fits best, unless it is that of the page. */
  section?: string | undefined
  text: string
}

export type Search = (query: string) => readonly Found[]

interface Entry {
  page: Searchable
  titleWords: ReadonlySet<string>
  aboutWords: ReadonlySet<string>
  sections: { section: SearchSection; titleWords: ReadonlySet<string>; counts: ReadonlyMap<string, number> }[]
}

/** How many results are shown. */
const maxFound = 12

/** The most words of a query that are looked up, which bounds the work of a request. */
const maxWords = 8

/**
 * Makes an index of pages in memory, and returns the function that searches it. Other requests are answered between two pages: together
 * they take a fifth of a second.
 */
export async function makeSearch(pages: Iterable<Searchable>): Promise<Search> {
  const entries: Entry[] = []
  /** How many pages have each word. A word that few pages have says more about what is meant. */
  const spread = new Map<string, number>()
  for (const page of pages) {
    const entry = entryOf(page)
    entries.push(entry)
    for (const word of vocabularyOf(entry)) spread.set(word, (spread.get(word) ?? 0) + 1)
    await setImmediate()
  }
  return (query) => {
    const asked = wordsOf(query, { isQuery: true }).slice(0, maxWords)
    const forms = asked.map((word) => formsOf(word, spread))
    const weights = forms.map((words) => {
      const pagesWithIt = Math.max(1, ...words.map((word) => spread.get(word) ?? 0))
      return Math.log(1 + entries.length / pagesWithIt)
    })
    return entries
      .map((entry) => match(entry, forms, weights))
      .filter((one) => one !== undefined)
      .sort((a, b) => b.score - a.score)
      .slice(0, maxFound)
      .map(({ found }) => found)
  }
}

function entryOf(page: Searchable): Entry {
  return {
    page,
    titleWords: new Set(wordsOf(page.title)),
    aboutWords: new Set(wordsOf(page.about ?? '')),
    sections: page.sections.map((section) => {
      const counts = new Map<string, number>()
      for (const word of wordsOf(`${section.text}\n${section.others ?? ''}`))
        counts.set(word, (counts.get(word) ?? 0) + 1)
      return { section, titleWords: new Set(wordsOf(section.title)), counts }
    }),
  }
}

const vocabularyOf = ({ titleWords, aboutWords, sections }: Entry): Set<string> =>
  new Set([
    ...titleWords,
    ...aboutWords,
    ...sections.flatMap((one) => [...one.titleWords, ...one.counts.keys()]),
  ])

/** Returns the words of the index that a word of a query stands for: itself first, and then those that it begins. */
const formsOf = (word: string, spread: ReadonlyMap<string, number>): string[] =>
  word.length < 3
    ? [word]
    : [word, ...[...spread.keys()].filter((one) => one !== word && one.startsWith(word))]

/** Scores a page: titles count most, then the section in which most of the words are. A page without one of the words is not found. */
function match(
  { page, titleWords, aboutWords, sections }: Entry,
  forms: readonly string[][],
  weights: readonly number[],
) {
  if (forms.length === 0) return undefined
  /** Adds up what each word of the query is worth, by the share of its full value that a word of the page with this form has. */
  const scoreOf = (worthOf: (form: string) => number) =>
    forms.map((words, at) => {
      const values = words.map((form, place) => worthOf(form) * (place === 0 ? 1 : inexact))
      return (weights[at] ?? 0) * Math.max(0, ...values)
    })
  const title = scoreOf((form) => (titleWords.has(form) ? 6 : 0) + (aboutWords.has(form) ? 6 : 0))
  const scores = sections.map(({ titleWords: own, counts }) =>
    scoreOf((form) => (own.has(form) ? 4 : 0) + Math.log2(1 + Math.min(counts.get(form) ?? 0, 7))),
  )
  const isFound = forms.every((_, at) => [title, ...scores].some((score) => (score[at] ?? 0) > 0))
  if (!isFound) return undefined
  const sums = scores.map(sumOf)
  const best = sums.indexOf(Math.max(...sums))
  const { section } = sections[best] ?? {}
  const found: Found = {
    path: section?.anchor === undefined || best === 0 ? page.path : `${page.path}#${section.anchor}`,
    kind: page.kind,
    title: page.title,
    section: best > 0 ? section?.title : undefined,
    text: excerptOf(section?.text ?? '', forms.flat()),
  }
  return { found, score: sumOf(title) + (sums[best] ?? 0) }
}

/** The share of its value that a word of a page has when the word of the query only begins it. */
const inexact = 0.5

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** Returns the line of a text that has most of the words, cut to a length that is read at a glance. */
function excerptOf(text: string, words: readonly string[]): string {
  const wanted = new Set(words)
  const lines = text
    .split(/\n\s*\n|(?<=[.:])\s+(?=\p{Lu})/u)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  const [best = ''] = lines
    .map((line) => [line, wordsOf(line).filter((word) => wanted.has(word)).length] as const)
    .sort(([, a], [, b]) => b - a)
    .map(([line]) => line)
  return best.length > 180 ? `${best.slice(0, best.lastIndexOf(' ', 180))} …` : best
}

/** What readers type, and the word under which all of its spellings are indexed. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\bsingle sign-?on\b/g, 'sso'],
  [/\boauth ?2(?:\.[01])?\b/g, 'oauth'],
  [/\b(?:sign(?:s|ed|ing)?[ -]?out|log(?:s|ged|ging)?[ -]?out)\b/g, 'signout'],
  [/\b(?:sign(?:s|ed|ing)?[ -]?in|log(?:s|ged|ging)?[ -]?in|logins?)\b/g, 'signin'],
  [/\b(?:sign(?:s|ed|ing)?[ -]?up|register(?:s|ed|ing)?|registration)\b/g, 'signup'],
  [/\b(?:mfa|2fa|(?:two|2|multi)[ -]?factor(?: auth\w*)?|second factors?)\b/g, 'secondfactor'],
  [/\bback(?:s|ed|ing)?[ -]?ups?\b/g, 'backup'],
  [/\bhealth[ -]?checks?\b/g, 'health'],
  [/\b(?:every|all) ?(?:where|devices?|sessions?)\b/g, 'everywhere'],
  [/\be-?mails?\b/g, 'email'],
  [/\b(?:k8s|helm)\b/g, 'kubernetes'],
  [/\b(?:oidc|openid connect)\b/g, 'openid'],
  [/\bforgot(?:ten)? passwords?\b/g, 'reset password'],
  [/\brate[ -]?limit(?:s|ed|ing)?\b/g, 'limit'],
]

/** Words that say nothing about what is looked for. */
const fillers = new Set(
  'a an and are as at be by can do for from get how i in is it my of on or the to use what when where which with'.split(
    ' ',
  ),
)

/** Splits a text into the stems of its words, with one word for what has several names. */
function wordsOf(text: string, { isQuery = false } = {}): string[] {
  const spelled = spellings.reduce(
    (result, [pattern, word]) => result.replace(pattern, word),
    text.toLowerCase(),
  )
  const words = spelled.match(/[\p{Letter}\p{Number}]+/gu) ?? []
  const telling = isQuery ? words.filter((word) => !fillers.has(word)) : words
  return (telling.length > 0 ? telling : words).map(stemOf)
}

/** Cuts off the commonest endings, so that "rotate keys" finds "rotating a key". */
const stemOf = (word: string): string =>
  word.length > 5
    ? word.replace(/(?:ing|ed|es|e|s)$/, '')
    : word.length > 3
      ? word.replace(/(?<=[^sur])s$/, '')
      : word
