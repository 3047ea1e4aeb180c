import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { languages } from '#contract/declaration/languages.ts'
import type { TextTree } from '#runtime/texts/texts.ts'
import { source } from '#tests/sources.ts'
import { customTextDefaults, customTextDefaultsFile } from './custom-text-defaults.ts'
import { findTextFaults } from './find-text-faults.ts'
import { readTexts, type Surface, surfaces, typesFileOf, typesSource } from './surfaces.ts'

const [accountPages] = surfaces as readonly [Surface]

/** Finds the faults of texts that are like those of the account pages, except for what a test changes. */
const faultsWith = (changes: Partial<Record<(typeof languages)[number], Record<string, TextTree>>>) =>
  findTextFaults(accountPages, (language) => ({
    ...(readTexts(accountPages, language) as Record<string, TextTree>),
    ...changes[language],
  }))

test('every language has all texts, with the arguments and plurals that they need', () => {
  assert.deepEqual(
    surfaces.flatMap((surface) => findTextFaults(surface, (language) => readTexts(surface, language))),
    [],
  )
})

test('the types are those of the English texts (run `npm run generate`)', () => {
  for (const surface of surfaces) assert.equal(source(typesFileOf(surface)), typesSource(surface))
})

test('the defaults of the texts that operators can replace are those of the languages (run `npm run generate`)', () => {
  assert.equal(source(customTextDefaultsFile), customTextDefaults())
})

test('a text that is missing, or that English does not have, is a fault', () => {
  const own = readTexts(accountPages, 'de') as Record<string, TextTree>
  const { back: _, ...without } = own
  assert.deepEqual(
    findTextFaults(accountPages, (language) =>
      language === 'de'
        ? { ...without, signIn: { ...(own.signIn as object), more: 'Mehr' } }
        : readTexts(accountPages, language),
    ),
    [
      'auth/pages/texts/de.json: back is missing',
      'auth/pages/texts/de.json: signIn.more is not in the English file',
    ],
  )
})

test('a wrong placeholder is a fault, and so is one that is left out or used in another way', () => {
  const limited = '{wait, plural, one {# Minute} other {# Minuten}}'
  assert.deepEqual(faultsWith({ de: { limited } }), [
    'auth/pages/texts/de.json: limited has an unknown {wait}',
    'auth/pages/texts/de.json: limited lacks {minutes}',
  ])
  assert.deepEqual(faultsWith({ de: { limited: 'Noch {minutes}' } }), [
    'auth/pages/texts/de.json: limited uses {minutes} as text, English as number',
  ])
})

test('a plural without a form of the language, a broken message and HTML are faults', () => {
  const limited = '{minutes, plural, one {# minute} other {# minutes}}'
  assert.deepEqual(
    faultsWith({ fr: { limited, back: 'Retour <b>ici</b>', deleted: { title: '{', paragraphs: ['a'] } } }),
    [
      'auth/pages/texts/fr.json: limited lacks the form “many” of {minutes}',
      'auth/pages/texts/fr.json: deleted.title is not a valid ICU message: EXPECT_ARGUMENT_CLOSING_BRACE',
      'auth/pages/texts/fr.json: back has HTML, which pages show as text',
    ],
  )
})

test('French needs a no-break space where a line must not begin with the sign', () => {
  assert.deepEqual(faultsWith({ fr: { back: 'Retour ?' } }), [
    'auth/pages/texts/fr.json: back has a space that breaks before ; : ? ! or »',
  ])
})

test('a text that no source names is a fault', () => {
  const more = { textOfNoPage: 'More' }
  assert.deepEqual(faultsWith({ en: more, de: more, fr: more }), [
    'auth/pages/texts/en.json: textOfNoPage is not used',
  ])
})
