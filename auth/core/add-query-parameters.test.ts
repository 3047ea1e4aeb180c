import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addQueryParameters } from './add-query-parameters.ts'

test('what is registered stays letter by letter, with the parameters of the response behind it', () => {
  for (const [uri, expected] of [
    ['https://wiki.example.com', 'https://wiki.example.com/?code=1+%2F'],
    ['https://wiki.example.com/in', 'https://wiki.example.com/in?code=1+%2F'],
    ['https://wiki.example.com/in?', 'https://wiki.example.com/in?code=1+%2F'],
    ['https://wiki.example.com/in?flag', 'https://wiki.example.com/in?flag&code=1+%2F'],
    ["https://wiki.example.com/in?a=b%20c&d='", "https://wiki.example.com/in?a=b%20c&d='&code=1+%2F"],
    ['com.example.app:///in', 'com.example.app:///in?code=1+%2F'],
  ] as const)
    assert.equal(addQueryParameters(uri, [['code', '1 /']]), expected)
  assert.equal(addQueryParameters('https://wiki.example.com/in?flag', []), 'https://wiki.example.com/in?flag')
})
