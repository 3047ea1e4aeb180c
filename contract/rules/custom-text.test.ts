import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfCustomText, normalizeCustomText } from './custom-text.ts'
import { type CustomTextId, customTextIds, customTexts } from './custom-text-list.ts'

const codeOf = (text: string, id: CustomTextId = 'email.invitation.intro') =>
  faultOfCustomText(id, normalizeCustomText(text))?.code

test('plain text in any script is accepted, with its placeholders', () => {
  for (const text of [
    'Welcome!',
    'Your account at Acme is ready. Choose a password within {duration}.',
    'It’s free, "really": 100 % & 24/7 (ext. 4711), z. B. heute; e.g. now… Nr.5, 3.14, 10.000 €',
    'Ihr Konto bei Käse & Söhne ist fertig',
    'مرحبا بك',
    'ようこそ。はじめましょう',
    'Félicitations\u00a0! 🎉 ❤️',
    'First line\nsecond line\n\nnext paragraph',
    "don’t {duration} don't",
  ])
    assert.equal(codeOf(text), undefined, text)
})

test('what mail programs turn into links is refused', () => {
  for (const text of [
    'https://phish.example',
    'See http://1.2',
    'ftp://x',
    'phish.example',
    'Sign in at PHISH.EXAMPLE now',
    'go to phish.example/reset',
    'www.phish',
    'mailto:eve',
    'eve@phish',
    'eve@phish.example',
    '192.0.2.1/login',
    'пример.рф',
    'phish．example',
    'phish。example',
    'ｐｈｉｓｈ．ｃｏｍ',
    'phish․com',
    'javascript:alert(1)',
    '{duration}.com',
    'x.{duration}',
  ])
    assert.equal(codeOf(text), 'url_not_allowed', text)
})

test('markup, and characters that are not seen or reorder others, are refused', () => {
  const hidden = ['\u202e', '\u2066', '\u200e', '\u061c', '\u200b', '\u2060', '\ufeff', '\u00ad', '\u{e0041}']
  const others = [
    '\u0000',
    '\u001b',
    '\u0085',
    '\u2028',
    '\ue000',
    '\ud800',
    '\u2800',
    '\u3164',
    '\u115f',
    '\u034f',
  ]
  for (const one of [...hidden, ...others, '<b>', '<', '>', 'a\u0301\u0302\u0303\u0304\u0305', '\t'])
    assert.equal(codeOf(`Wel${one}come`), 'invalid_format', JSON.stringify(one))
})

test('a placeholder that the text does not have is refused, and so is any other brace', () => {
  for (const text of [
    '{password}',
    '{Duration}',
    '{duration',
    'duration}',
    '{}',
    '{{duration}}',
    '{duration, select, other {x}}',
    '{__proto__}',
    '{constructor}',
  ])
    assert.equal(codeOf(text), 'unknown_placeholder', text)
  assert.equal(codeOf('in {duration}', 'page.sign_in.title'), 'unknown_placeholder')
})

test('a text has a length, and as many lines as its place', () => {
  assert.equal(codeOf(''), 'required')
  assert.equal(codeOf(' \n\t\r\n '), 'required')
  assert.equal(codeOf('x'.repeat(500)), undefined)
  assert.equal(codeOf('x'.repeat(501)), 'too_long')
  assert.equal(codeOf('x'.repeat(101), 'email.invitation.subject'), 'too_long')
  assert.equal(codeOf('two\nlines', 'email.invitation.subject'), 'invalid_format')
  assert.equal(normalizeCustomText(' e\u0301\r\n \r\n\n\nx \n'), '\u00e9\n\nx')
})

test('the texts that warn users, and buttons, cannot be replaced', () => {
  const kinds = [
    'verify_email',
    'reset_password',
    'invitation',
    'confirm_email_change',
    'address_in_use',
    'user_deleted',
  ]
  const parts = kinds.flatMap((kind) => [`email.${kind}.subject`, `email.${kind}.intro`])
  const ofEmails = customTextIds.filter((id) => id.startsWith('email.'))
  assert.deepEqual(ofEmails, [...parts, 'email.contact', 'email.footer'])
  assert.doesNotMatch(customTextIds.join(), /button|consent|password_changed|new_sign_in|factor|secured/)
  assert.equal(Object.keys(customTexts).length, 25)
})
