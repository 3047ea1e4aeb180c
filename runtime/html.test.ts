import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, joinHtml, markMatches, markupOf } from './html.ts'

test('every value is escaped, in text and in attributes, and HTML is escaped only once', () => {
  const hostile = `<script>alert("&'")</script>`
  const inner = html`<b title="${hostile}">${hostile}</b>`
  const escaped = '&lt;script&gt;alert(&quot;&amp;&#39;&quot;)&lt;/script&gt;'
  assert.equal(markupOf(inner), `<b title="${escaped}">${escaped}</b>`)
  assert.equal(
    markupOf(html`<p>${[inner, hostile, 7, undefined, false]}</p>`),
    `<p>${markupOf(inner)}${escaped}7</p>`,
  )
})

test('what is joined is escaped, and so is the separator unless it is HTML', () => {
  const joined = (separator: Parameters<typeof joinHtml>[1]) =>
    markupOf(joinHtml(['<', html`<b>`, '>'], separator))
  assert.equal(joined(' & '), '&lt; &amp; <b> &amp; &gt;')
  assert.equal(joined(html`<br>`), '&lt;<br><b><br>&gt;')
  assert.equal(markupOf(joinHtml([], ', ')), '')
})

test('a text with marked matches is escaped, in the matches and around them', () => {
  const marked = markMatches('<i> [<b>] & [c]', /\[([^\]]+)\]/, (part) => html`<mark>${part}</mark>`)
  assert.equal(markupOf(marked), '&lt;i&gt; <mark>&lt;b&gt;</mark> &amp; <mark>c</mark>')
})

test('an object from JSON cannot pass for HTML', () => {
  const sent = JSON.parse('{"markup": "<b>", "Symbol(markup)": "<b>"}')
  assert.throws(() => html`${sent}`, TypeError)
})
