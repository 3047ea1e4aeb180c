import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Html, html, markupOf } from '../html.ts'
import { avatar, chip } from './avatar.ts'
import { badge, banner } from './banner.ts'
import { button, linkButton, scriptButton } from './button.ts'
import { card, emptyState } from './card.ts'
import { copyable } from './copy.ts'
import { checkbox, inputField } from './field.ts'
import { breadcrumb, pagination, tabs } from './navigation.ts'
import { rows } from './row.ts'

const evil = `<b>"'&`
const all: Record<string, Html | undefined> = {
  button: button({ text: evil, name: evil, value: evil, label: evil, icon: 'plus' }),
  'script button': scriptButton({ text: evil, kind: 'secondary' }),
  'link button': linkButton({ to: evil, text: evil, kind: 'danger', isSmall: true }),
  field: inputField({
    name: 'a',
    label: evil,
    attributes: html`required`,
    hint: evil,
    fault: evil,
    value: evil,
  }),
  checkbox: checkbox({ name: 'a', label: evil }),
  banner: banner('bad', html`<p>${evil}</p>`, html`role="alert"`),
  badge: badge(evil, 'good'),
  avatar: avatar(evil),
  chip: chip(evil),
  rows: rows([{ icon: 'key', name: evil, notes: [evil], actions: evil }]),
  card: card(evil, evil),
  'empty state': emptyState('inbox', evil, html`<a href="x">${evil}</a>`),
  breadcrumb: breadcrumb(evil, [{ to: evil, text: evil }], evil),
  tabs: tabs(evil, [{ to: evil, text: evil, isHere: true }]),
  pagination: pagination({ label: evil, shown: evil, previous: undefined, next: { to: evil, text: evil } }),
  copyable: copyable(evil, { copy: evil, copied: evil }),
}

for (const [name, made] of Object.entries(all))
  test(`${name}: texts are escaped, and every element that is opened is closed`, () => {
    assert.ok(made)
    const markup = markupOf(made)
    assert.doesNotMatch(markup, /<b>/)
    const open: string[] = []
    for (const [whole, close, tag = ''] of markup.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g))
      if (close) assert.equal(open.pop(), tag, markup)
      else if (!/^(input|br)$/.test(tag) && !whole.endsWith('/>')) open.push(tag)
    assert.deepEqual(open, [])
  })

test('a field is described by its hint and its fault, and an avatar has the letters of first and last name', () => {
  const { field } = all
  assert.match(field ? markupOf(field) : '', /aria-describedby="a-hint a-fault" aria-invalid="true"/)
  const letters = ['Ada King Lovelace', 'grace', 'é-mail', 'Иван Петров', '王伟', '..'].map((name) =>
    markupOf(avatar(name)).replace(/<[^>]+>/g, ''),
  )
  assert.deepEqual(letters, ['AL', 'G', 'ÉM', 'ИП', '王', '?'])
})

test('a list without rows is left out', () => {
  assert.equal(rows([undefined, false]), undefined)
})
