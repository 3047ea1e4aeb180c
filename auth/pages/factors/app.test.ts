import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderSVG } from 'uqr'
import { markupOf } from '#runtime/html.ts'
import { textsIn } from '../texts/texts.ts'
import { pictureHtml } from './app.ts'

const pictureOf = (qr_code: string): string =>
  markupOf(
    pictureHtml({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qr_code, expires_in: 600 }, textsIn('en')),
  )

test('the page shows the QR code of the user service, and none of its markup', () => {
  const drawn = renderSVG('otpauth://totp/x', { border: 4 })
  const [, path = ''] = / d="([^"]+)"/.exec(drawn) ?? []
  assert.ok(path.length > 1_000 && pictureOf(drawn).includes(` d="${path}"/></svg>`))
  const hostile = drawn
    .replace('<rect', '<script>alert(1)</script><rect onclick="alert(1)"')
    .replace(' d="', ' d="<b>')
  assert.equal(pictureOf(hostile), pictureOf(drawn).replace(' d="', ' d="&lt;b&gt;'))
})

test('without a QR code that can be read the page still shows the key', () => {
  assert.match(pictureOf('<svg onload="alert(1)"></svg>'), /^<p>[^<]+<code>ABCD EFGH<\/code><\/p>$/)
})
