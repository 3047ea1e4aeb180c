import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redirectKindOf } from './redirect-uri.ts'

test('I124 an address is https, http on loopback, or a private scheme with a domain in it', () => {
  const kinds = {
    web: [
      'https://wiki.example.com',
      'https://wiki.example.com/',
      'https://wiki.example.com/signed-in?from=latchkey&x=%2F',
      'https://wiki.example.com:8443/signed-in',
      'https://xn--bcher-kva.example/',
      'https://localhost:3000/signed-in',
      'https://192.0.2.7/signed-in',
    ],
    loopback: [
      'http://127.0.0.1/signed-in',
      'http://127.0.0.1:49152/signed-in',
      'http://localhost:3000/signed-in',
      'http://[::1]:3000/signed-in',
    ],
    private: [
      'com.example.app:/signed-in',
      'com.example.my-app:/',
      // An empty host names no host (RFC 3986 section 3.2.2).
      'app.immich:///oauth-callback',
      'com.example.app:///',
    ],
  }
  for (const [kind, uris] of Object.entries(kinds))
    for (const uri of uris) assert.equal(redirectKindOf(uri), kind, uri)
})

test('I124 no script, data, wildcard, fragment or password, and nothing that two parsers read in two ways', () => {
  for (const uri of [
    '',
    ' ',
    '/signed-in',
    '//wiki.example.com/',
    'wiki.example.com/signed-in',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'javascript.example:alert(1)',
    'data:text/html,hello',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://wiki.example.com/1',
    'about:blank',
    'mailto:ada@example.com',
    'intent://scan/#Intent;scheme=zxing;end',
    'ws://wiki.example.com/',
    'http://wiki.example.com/signed-in',
    'http://127.0.0.2/',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://localhost@wiki.example.com/',
    'https://*.example.com/signed-in',
    'https://wiki.example.com/*',
    'https://wiki.example.com/signed-in#top',
    'https://wiki.example.com/#',
    'https://ada@wiki.example.com/',
    'https://ada:secret@wiki.example.com/',
    'https://@wiki.example.com/',
    'https://wiki.example.com\\@evil.example/',
    'https:\\\\wiki.example.com/',
    'https:/wiki.example.com/',
    'https:wiki.example.com/',
    'https:///wiki.example.com/',
    'HTTPS://wiki.example.com/',
    'https://Wiki.example.com/',
    'https://wiki.example.com:443/',
    'https://wiki.example.com/a/../b',
    'https://wiki.example.com/a/./b',
    'https://wiki.example.com/%2e%2e/b',
    'https://wiki.example.com/a b',
    'https://wiki.example.com/a\tb',
    'https://wiki.example.com/\n',
    ' https://wiki.example.com/',
    'https://bücher.example/',
    'https://wiki.example.com/\u0000',
    'https://',
    'https://wiki.example.com:99999/',
    'app:/signed-in',
    'myapp://signed-in',
    'com.example.app:signed-in',
    'com.example.app://evil.example/signed-in',
    'com.example.app://',
    'com.example.app://?signed-in',
    'com.example.app://:80/signed-in',
    'com.example.app:////evil.example/signed-in',
    'app:///signed-in',
    'com.example.app:/signed-in#top',
    'com.example.app:/*',
    'Com.Example.App:/signed-in',
    'com..app:/signed-in',
    'com.:/signed-in',
  ])
    assert.equal(redirectKindOf(uri), undefined, JSON.stringify(uri))
})
