import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageOf } from '../../log/thrown.ts'
import { browserOrigins } from './browser-origins.ts'

const setting = browserOrigins('LATCHKEY_BROWSER_ORIGINS', 'origins')
const faultOf = (text: string): string => {
  try {
    setting.parse(text)
    return 'none'
  } catch (error) {
    return messageOf(error)
  }
}

test('origins are kept letter by letter, those of apps and extensions too', () => {
  const origins = [
    'https://app.example.com',
    'https://example.com:8443',
    'http://localhost:5173',
    'http://[::1]:5173',
    'https://xn--bcher-kva.example',
    'capacitor://localhost',
    'chrome-extension://abcdefghijklmnop',
  ]
  assert.deepEqual(setting.parse(origins.join(', ')), origins)
  assert.deepEqual(setting.parse(''), [])
})

test('what would let in the pages of anybody is refused, with the reason', () => {
  for (const text of ['*', 'https://*.example.com', 'https://app.example.com, *'])
    assert.match(faultOf(text), /^has a \*, which would admit pages of other sites/)
  assert.match(faultOf('null'), /^has null, which is the origin of every sandboxed frame and local file/)
})

test('an origin in a spelling that no browser sends is refused, with the one that browsers send', () => {
  for (const [text, sent] of [
    ['https://app.example.com/', 'https://app.example.com'],
    ['https://app.example.com/path?a=b', 'https://app.example.com'],
    ['https://App.Example.com', 'https://app.example.com'],
    ['HTTPS://app.example.com', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['http://localhost:80', 'http://localhost'],
    ['https://ada:secret@app.example.com', 'https://app.example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ] as const)
    assert.equal(faultOf(text), `holds an origin that is not written as browsers send it: ${sent}`)
})

test('what is no origin is refused', () => {
  const others = ['app.example.com', 'localhost:5173', '//app.example.com', 'https://', 'file:///index.html']
  for (const text of [
    ...others,
    'file://host',
    'data:text/html,x',
    'javascript://x',
    'https:app',
    'app://a/b',
  ])
    assert.notEqual(faultOf(text), 'none', text)
})
