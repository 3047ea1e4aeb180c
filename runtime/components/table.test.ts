import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, markupOf } from '../html.ts'
import { table, wide } from './table.ts'

test('a table has a cell for each column, wide ones marked in the head and in each row, and texts are escaped', () => {
  const made = table(['Name', wide('At'), html`<i>Id</i>`], [['<b>', undefined, html`<code>1</code>`]])
  assert.equal(
    made && markupOf(made),
    '<table><thead><tr><th scope="col">Name</th><th scope="col" class="wide">At</th><th scope="col"><i>Id</i></th></tr></thead><tbody><tr><td>&lt;b&gt;</td><td class="wide"></td><td><code>1</code></td></tr></tbody></table>',
  )
})

test('a table without rows is left out', () => {
  assert.equal(table(['Name'], []), undefined)
})
