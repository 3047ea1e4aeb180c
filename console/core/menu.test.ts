import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPages } from '../pages/all-pages.ts'
import { textsIn } from '../texts/texts.ts'

test('each name of a page in the texts is one entry of the menu, and other pages are found under one', () => {
  const inMenu = allPages.filter(({ menu }) => menu !== undefined)
  assert.deepEqual(inMenu.map(({ name }) => name).toSorted(), Object.keys(textsIn('en').pages).toSorted())
  for (const { name, entry } of inMenu) assert.equal(entry, name)
})
