import { TYPE } from '@formatjs/icu-messageformat-parser'
import { type Language, languages } from '#contract/declaration/languages.ts'
import type { TextTree } from '#runtime/texts/texts.ts'
import { files, isProduct, source } from '#tests/sources.ts'
import { argumentsOf, elementsOf, parseMessage } from './arguments.ts'
import { type Surface, textFileOf } from './surfaces.ts'

/** Returns what is wrong with the texts of a surface, one sentence for each fault. */
export function findTextFaults(surface: Surface, read: (language: Language) => TextTree): string[] {
  const english = textsOf(read('en'))
  const inLanguages = languages.flatMap((language) => {
    const texts = language === 'en' ? english : textsOf(read(language))
    const found = [...faultsOfKeys(english, texts), ...faultsOfTexts(english, texts, language)]
    return found.map((fault) => `${textFileOf(surface, language)}: ${fault}`)
  })
  const words = wordsOf(surface)
  const unused = [...namesOf(read('en'))].filter(({ name }) => !words.has(name))
  return [...inLanguages, ...unused.map(({ key }) => `${textFileOf(surface, 'en')}: ${key} is not used`)]
}

/** Returns each text of a file by its key: `signUp.title`, or `signUp.paragraphs.0` for one of a list. */
function textsOf(tree: TextTree, key = ''): Map<string, string> {
  if (typeof tree === 'string') return new Map([[key, tree]])
  return new Map(
    Object.entries(tree).flatMap(([name, one]) => [...textsOf(one, key === '' ? name : `${key}.${name}`)]),
  )
}

const faultsOfKeys = (english: ReadonlyMap<string, string>, texts: ReadonlyMap<string, string>): string[] => [
  ...[...english.keys()].filter((key) => !texts.has(key)).map((key) => `${key} is missing`),
  ...[...texts.keys()].filter((key) => !english.has(key)).map((key) => `${key} is not in the English file`),
]

const faultsOfTexts = (
  english: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
  language: Language,
): string[] =>
  [...texts].flatMap(([key, text]) => {
    try {
      const original = english.get(key)
      return [
        ...faultsOfText(text, language),
        ...(original === undefined ? [] : faultsOfArguments(original, text)),
      ].map((fault) => `${key} ${fault}`)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return [`${key} is not a valid ICU message: ${error.message}`]
    }
  })

function faultsOfArguments(original: string, text: string): string[] {
  const wanted = argumentsOf(original)
  const taken = argumentsOf(text)
  const wrong = [...taken].filter(([name, kind]) => wanted.has(name) && wanted.get(name) !== kind)
  return [
    ...[...taken.keys()].filter((name) => !wanted.has(name)).map((name) => `has an unknown {${name}}`),
    ...[...wanted.keys()].filter((name) => !taken.has(name)).map((name) => `lacks {${name}}`),
    ...wrong.map(([name]) => `uses {${name}} as ${taken.get(name)}, English as ${wanted.get(name)}`),
  ]
}

function faultsOfText(text: string, language: Language): string[] {
  const elements = [...elementsOf(parseMessage(text))]
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const plurals = elements.flatMap((element) =>
    element.type === TYPE.plural
      ? needed.filter((category) => !(category in element.options)).map((category) => ({ element, category }))
      : [],
  )
  return [
    ...(text.trim() === '' ? ['is empty'] : []),
    ...(text === text.trim() ? [] : ['begins or ends with a space']),
    ...(/<\/?[a-z]|&[a-z#]\w*;/i.test(text) ? ['has HTML, which pages show as text'] : []),
    ...(text.includes('{') && argumentsOf(text).size === 0
      ? ['quotes a brace, which must be an argument']
      : []),
    ...(language === 'fr' && / [;:?!»]|« /.test(text) ? ['has a space that breaks before ; : ? ! or »'] : []),
    ...plurals.map(({ element, category }) => `lacks the form “${category}” of {${element.value}}`),
    ...elements
      .filter(({ type }) => type === TYPE.date || type === TYPE.time)
      .map(() => 'formats a date, which is given as text'),
  ]
}

/** Returns the names in a tree of texts, each with its key. */
function* namesOf(tree: TextTree, above = ''): Generator<{ name: string; key: string }> {
  if (typeof tree === 'string' || Array.isArray(tree)) return
  for (const [name, one] of Object.entries(tree)) {
    const key = above === '' ? name : `${above}.${name}`
    yield { name, key }
    yield* namesOf(one, key)
  }
}

/**
 * Returns the words of the sources that may name a text: identifiers of the surface, and strings of all sources, because a text
 * may be chosen by a code (`faults[code]`).
 */
function wordsOf({ usedIn }: Surface): ReadonlySet<string> {
  const sources = files.filter((file) => isProduct(file) && !file.includes('/texts/'))
  const near = sources.filter((file) => usedIn.some((folder) => file.startsWith(folder)))
  return new Set([
    ...near.flatMap((file) => source(file).match(/[\w$]+/g) ?? []),
    ...sources
      .flatMap((file) => source(file).match(/'[a-z][\w.: -]*'/g) ?? [])
      .map((code) => code.slice(1, -1)),
  ])
}
