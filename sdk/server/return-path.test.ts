import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toReturnPath, withQuery } from './return-path.ts'

test('a path of the application is kept, with its query and fragment', () => {
  for (const path of ['/', '/account', '/a/b?c=d&e=%2F#f', '/a//b', '/?next=https://evil.example/'])
    assert.equal(toReturnPath(path), path)
  assert.equal(toReturnPath('/a/../b'), '/b')
  assert.equal(toReturnPath('/straße'), '/stra%C3%9Fe')
})

test('nothing that leads to another site is a path of the application', () => {
  const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/./\\evil.example',
    'javascript:alert(1)',
    'account',
    '',
    undefined,
    7,
    ['/account'],
    `/${'a'.repeat(3_000)}`,
  ]
  for (const text of elsewhere) assert.equal(toReturnPath(text), '/', String(text).slice(0, 40))
})

test('a path cannot add a header to the reply', () => {
  assert.doesNotMatch(toReturnPath('/a\r\nset-cookie: x=y'), /[\r\n]/)
  assert.doesNotMatch(toReturnPath('/a?b=\r\nset-cookie: x=y#\u2028'), /[\r\n\u2028]/)
})

test('parameters are added to the query that a page has', () => {
  assert.equal(
    withQuery('/login?theme=dark', { return_to: '/a?b&c' }),
    '/login?theme=dark&return_to=%2Fa%3Fb%26c',
  )
})
