import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, markupOf } from '#runtime/html.ts'
import type { Message } from './message.ts'
import { fill, openTexts } from './texts.ts'

interface Texts {
  plain: string
  greeting: Message<{ name: string }>
  users: Message<{ count: number }>
  page: { title: Message<{ name: string }>; paragraphs: readonly [Message<{ place: string }>, string] }
}

const textsIn = openTexts<Texts>({
  en: {
    plain: 'Sign in',
    greeting: 'Hello {name}',
    users: '{count, plural, one {# user} other {# users}}',
    page: { title: 'Delete {name}?', paragraphs: ['At {place}.', 'This can’t be undone.'] },
  },
  de: { plain: 'Anmelden', greeting: 'Guten Tag {name}', page: { title: '{name} löschen?' } },
  fr: { users: '{count, plural, one {# utilisateur} many {# d’utilisateurs} other {# utilisateurs}}' },
})

test('a text that a language lacks is the English one, with English plurals', () => {
  const german = textsIn('de')
  assert.equal(german.plain, 'Anmelden')
  assert.equal(german.greeting({ name: 'Ada' }), 'Guten Tag Ada')
  assert.equal(german.users({ count: 1 }), '1 user')
  assert.deepEqual(fill(german.page, { name: 'ada', place: 'Rome' }), {
    title: 'ada löschen?',
    paragraphs: ['At Rome.', 'This can’t be undone.'],
  })
})

test('plurals and numbers are those of the language', () => {
  const counts = [0, 1, 2, 5000, 1_000_000]
  const of = (language: 'en' | 'fr') => counts.map((count) => textsIn(language).users({ count }))
  assert.deepEqual(of('en'), ['0 users', '1 user', '2 users', '5,000 users', '1,000,000 users'])
  const thin = '\u202f'
  assert.deepEqual(of('fr'), [
    '0 utilisateur',
    '1 utilisateur',
    '2 utilisateurs',
    `5${thin}000 utilisateurs`,
    `1${thin}000${thin}000 d’utilisateurs`,
  ])
})

test('a message with HTML among its values escapes its text and the other values', () => {
  const texts = openTexts<{ owner: Message<{ name: string; link: string }> }>({
    en: { owner: 'R&D: {name} at {link}' },
    de: {},
    fr: {},
  })('en')
  const made = texts.owner({ name: '<b>', link: html`<a href="x">x</a>` })
  assert.equal(markupOf(made), 'R&amp;D: &lt;b&gt; at <a href="x">x</a>')
  assert.equal(texts.owner({ name: '<b>', link: 'x' }), 'R&D: <b> at x', 'text is escaped by the page')
})
