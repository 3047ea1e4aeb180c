import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markupOf } from '../html.ts'
import { renderMarkdown } from './markdown.ts'

const render = (...lines: string[]) =>
  markupOf(
    renderMarkdown(lines.join('\n'), {
      linkTo: (target) => (target === 'mail.md#links' ? '/docs/guide/mail#links' : undefined),
    }),
  )

test('blocks become elements', () => {
  for (const [lines, html] of [
    [['# One', '', 'two', 'three'], '<h1 id="one">One</h1>\n<p>two\nthree</p>'],
    [['## A `b` c!', '## A b c'], '<h2 id="a-b-c">A <code>b</code> c!</h2>\n<h2 id="a-b-c-1">A b c</h2>'],
    [['- one', '  more', '- two', '', 'end'], '<ul><li>one\nmore</li><li>two</li></ul>\n<p>end</p>'],
    [['1. one', '   - inner', '2. two'], '<ol><li>one\n<ul><li>inner</li></ul></li><li>two</li></ol>'],
    [['one', '500. two'], '<p>one\n500. two</p>'],
    [['one', '', '    two', '      three'], '<p>one</p>\n<pre class="text"><code>two\n  three</code></pre>'],
    [['3. one', '4. two'], '<ol start="3"><li>one</li><li>two</li></ol>'],
    [
      ['- one', '', '  ```sh', '  a <b>', '  ```'],
      '<ul><li><p>one</p>\n<pre class="text"><code>a &lt;b&gt;</code></pre></li></ul>',
    ],
    [
      ['| a | b |', '| --- | --- |', '| `x\\|y` | |'],
      '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td><code>x|y</code></td><td></td></tr></tbody></table>',
    ],
    [['<!-- not', 'shown -->', 'shown'], '<p>shown</p>'],
    [
      ['```html', '<!-- shown -->', '# shown', '```'],
      '<pre class="text"><code>&lt;!-- shown --&gt;\n# shown</code></pre>',
    ],
  ] as const)
    assert.equal(render(...lines), html)
})

test('what stands within a line becomes an element, and what is in code stays', () => {
  for (const [line, html] of [
    ['**bold**, *it* and snake_case_name', '<b>bold</b>, <i>it</i> and snake_case_name'],
    ['`**a** [b](c) <d>`', '<code>**a** [b](c) &lt;d&gt;</code>'],
    ['[mail](mail.md#links)', '<a href="/docs/guide/mail#links">mail</a>'],
    ['[`code`](../../cli/main.ts)', '<code>code</code>'],
    [
      '[here](#one) [there](https://example.com/)',
      '<a href="#one">here</a> <a href="https://example.com/">there</a>',
    ],
    [
      '<https://example.com/?a=1&b>',
      '<a href="https://example.com/?a=1&amp;b">https://example.com/?a=1&amp;b</a>',
    ],
    ['a<br>b &lt;c> \\*d\\*', 'a<br>b &lt;c&gt; *d*'],
    ['http://localhost:8090 <!-- not shown -->', 'http://localhost:8090 '],
    ['~a~ b', '~a~ b'],
  ] as const)
    assert.equal(render(line), `<p>${html}</p>`)
})

test('no HTML and no script of a document gets through', () => {
  for (const line of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](data:text/html,x)',
    '[a](#"onclick="alert(1))',
    '![a](x"onerror="alert(1))',
    '# <script>',
    '| <b> |',
    '- <script>',
    '<div>\n<script>',
    '> <script>',
    '<!-- --><script>',
    'a <pre><script>',
    '[<script>](#one)',
  ])
    assert.doesNotMatch(render(line), /<(script|img|b>)|href="(javascript|data)|" ?on\w+=/, line)
})
