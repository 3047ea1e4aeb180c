import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { Failure } from '#contract/declaration/failures.ts'
import { emailKey, usernameKey } from '#contract/rules/names.ts'
import { checkMetadata, checkUsername, requireEmailKey, type User } from './user.ts'

const user: User = {
  id: '019a0000-0000-7000-8000-000000000001',
  username: 'ada',
  email: 'ada@example.com',
  name: null,
  locale: null,
  role: 'user',
  status: 'active',
  emailVerifiedAt: null,
  hasPassword: true,
  metadata: {},
  sessionEpoch: 1,
  kept: null,
  factorsVersion: 0,
  version: 7,
  createdAt: 0,
  updatedAt: 0,
  lastLoginAt: null,
}

/** Makes a domain name of the given length, from labels of the maximum length. */
function domainOf(length: number): string {
  const labels: string[] = []
  for (let left = length; left > 0; left -= 64) labels.push('d'.repeat(Math.min(left, 63)))
  const domain = labels.join('.')
  assert.equal(domain.length, length)
  return domain
}

const plainAddresses: [string, string][] = [
  ['ada@example.com', 'ada@example.com'],
  ['a@b.c', 'a@b.c'],
  ['ADA@EXAMPLE.COM', 'ada@example.com'],
  ['Ada.Lovelace@Mail.Example.Com', 'ada.lovelace@mail.example.com'],
  ['ada+tag@example.com', 'ada+tag@example.com'],
  ["o'brien@example.com", "o'brien@example.com"],
  ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
  ['-@example.com', '-@example.com'],
  ['1@2.example', '1@2.example'],
  ['a@1.2.3.example', 'a@1.2.3.example'],
  ['a@example.1a', 'a@example.1a'],
  ['a@ex-am--ple.com', 'a@ex-am--ple.com'],
  [`a@${'d'.repeat(63)}.com`, `a@${'d'.repeat(63)}.com`],
  // The A-label of an internationalised domain is stored, however the domain was spelled.
  ['ada@münchen.de', 'ada@xn--mnchen-3ya.de'],
  ['ada@MÜNCHEN.de', 'ada@xn--mnchen-3ya.de'],
  ['ada@mu\u0308nchen.de', 'ada@xn--mnchen-3ya.de'],
  ['ada@xn--mnchen-3ya.de', 'ada@xn--mnchen-3ya.de'],
  ['ada@XN--MNCHEN-3YA.DE', 'ada@xn--mnchen-3ya.de'],
  ['ada@faß.de', 'ada@xn--fa-hia.de'],
  ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
  ['ada@例え。jp', 'ada@xn--r8jz45g.jp'],
  // Fullwidth letters and the Kelvin sign are compatibility forms of ASCII letters.
  ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
  ['ada@ＥＸＡＭＰＬＥ．ＣＯＭ', 'ada@example.com'],
  ['ada@\u212Aiwi.com', 'ada@kiwi.com'],
]

const otherThings: [string, string][] = [
  ['nothing', ''],
  ['no sign', 'ada'],
  ['only a sign', '@'],
  ['no local part', '@example.com'],
  ['no domain', 'ada@'],
  ['two signs', 'ada@evil.example@example.com'],
  ['two signs in a row', 'ada@@example.com'],
  ['a path behind the domain', 'ada@example.com/evil.example'],
  ['a query behind the domain', 'ada@example.com?x'],
  ['a fragment behind the domain', 'ada@example.com#x'],
  ['a port behind the domain', 'ada@example.com:25'],
  ['a backslash behind the domain', 'ada@example.com\\x'],
  ['percent-encoding in the domain', 'ada@ex%61mple.com'],
  ['a tab in the domain', 'ada@exam\tple.com'],
  ['a line feed behind the domain', 'ada@example.com\n'],
  ['a soft hyphen in the domain', 'ada@exa\u00admple.com'],
  ['a zero-width space in the domain', 'ada@exa\u200bmple.com'],
  ['quoted', '"ada"@example.com'],
  ['quoted with a space', '"ada lovelace"@example.com'],
  ['quoted sign', '"ada@evil.example"@example.com'],
  ['escaped sign', 'ada\\@evil.example@example.com'],
  ['comment before', '(comment)ada@example.com'],
  ['comment after', 'ada(comment)@example.com'],
  ['comment in the domain', 'ada@example.com(comment)'],
  ['comment before the domain', 'ada@(comment)example.com'],
  ['display name', 'Ada <ada@example.com>'],
  ['angle brackets', '<ada@example.com>'],
  ['bracket in the domain', 'ada@example.com>'],
  ['list', 'ada@example.com,bob@example.com'],
  ['list with a space', 'ada@example.com, bob@example.com'],
  ['list by semicolon', 'ada@example.com;bob@example.com'],
  ['list of local parts', 'ada,bob@example.com'],
  ['route', '@relay.example:ada@example.com'],
  ['mailto', 'mailto:ada@example.com'],
  ['port', 'ada@example.com:25'],
  ['source route by percent', 'ada%evil.example@example.com@'],
  ['IPv4 literal', 'ada@[127.0.0.1]'],
  ['IPv6 literal', 'ada@[IPv6:::1]'],
  ['bracketed IPv6', 'ada@[::1]'],
  ['IPv4', 'ada@127.0.0.1'],
  ['short IPv4', 'ada@127.1'],
  ['IPv4 of three parts', 'ada@1.2.3'],
  ['hexadecimal IPv4', 'ada@0x7f.1'],
  ['hexadecimal end', 'ada@example.0x7f'],
  ['number', 'ada@2130706433'],
  ['fullwidth IPv4', 'ada@１２７.０.０.１'],
  ['top-level domain of digits', 'ada@example.123'],
  ['single label', 'ada@localhost'],
  ['single top-level domain', 'ada@com'],
  ['single IDN label', 'ada@münchen'],
  ['trailing dot', 'ada@example.com.'],
  ['leading dot', 'ada@.example.com'],
  ['empty label', 'ada@example..com'],
  ['label with a leading hyphen', 'ada@-example.com'],
  ['label with a trailing hyphen', 'ada@example-.com'],
  ['label with an underscore', 'ada@ex_ample.com'],
  ['label of 64', `ada@${'d'.repeat(64)}.com`],
  ['IDN label that is too long as an A-label', `ada@${'ü'.repeat(63)}.de`],
  ['top-level domain with a trailing hyphen', 'ada@example.com-'],
  ['local part with a leading dot', '.ada@example.com'],
  ['local part with a trailing dot', 'ada.@example.com'],
  ['local part with two dots', 'ada..lovelace@example.com'],
  ['space in the local part', 'ada lovelace@example.com'],
  ['space before', ' ada@example.com'],
  ['space after', 'ada@example.com '],
  ['space in the domain', 'ada@exam ple.com'],
  ['space after the sign', 'ada@ example.com'],
  ['line break in the local part', 'ada\r\nBcc: bob@example.com'],
  ['line break before', '\nada@example.com'],
  ['NUL in the local part', 'ada\0@example.com'],
  ['NUL in the domain', 'ada@example.com\0'],
  ['letters beyond ASCII in the local part', 'ädä@example.com'],
  ['Cyrillic letter in the local part', '\u0430da@example.com'],
  ['fullwidth letters in the local part', 'ａda@example.com'],
  ['Kelvin sign in the local part', '\u212Aelvin@example.com'],
  ['dotless i in the local part', 'ada\u0131@example.com'],
  ['long s in the local part', 'ada\u017f@example.com'],
  ['emoji in the local part', '😀@example.com'],
  ['zero-width space in the local part', 'a\u200bda@example.com'],
  ['fullwidth sign', 'ada＠example.com'],
  ['fullwidth sign in the domain', 'ada@evil.example＠example.com'],
  ['letter that UTS #46 does not know', 'ada@exam\ufffdple.com'],
  ['lone surrogate in the domain', 'ada@\ud800.com'],
  ['right-to-left override in the domain', 'ada@exam\u202eple.com'],
  ['local part of 65', `${'a'.repeat(65)}@example.com`],
  ['255 in all', `${'a'.repeat(64)}@${domainOf(190)}`],
  ['254 as entered, but more as A-labels', `${'a'.repeat(64)}@${domainOf(186)}.dé`],
]

describe('e-mail addresses', () => {
  test('a plain address has a key: lower case, the domain as A-labels', () => {
    for (const [email, key] of plainAddresses) assert.equal(emailKey(email), key, email)
  })

  test('what is not one plain address has no key', () => {
    for (const [name, email] of otherThings) assert.equal(emailKey(email), undefined, `${name}: ${email}`)
  })

  test('a local part has up to 64 characters and the whole up to 254', () => {
    const local = 'a'.repeat(64)
    assert.equal(emailKey(`${local}@example.com`), `${local}@example.com`)
    assert.equal(emailKey(`${local}a@example.com`), undefined)
    const longest = `${local}@${domainOf(189)}`
    assert.equal(longest.length, 254)
    assert.equal(emailKey(longest), longest)
    assert.equal(emailKey(`${local}@${domainOf(190)}`), undefined)
    const shortLocal = `a@${domainOf(252)}`
    assert.equal(emailKey(shortLocal), shortLocal)
    assert.equal(emailKey(`a@${domainOf(253)}`), undefined)
  })

  test('the key of a key is itself', () => {
    for (const [, key] of plainAddresses) assert.equal(emailKey(key), key)
  })

  test('different people never share a key', () => {
    for (const [one, other] of [
      ['ada@example.com', 'ada+x@example.com'],
      ['a.da@example.com', 'ada@example.com'],
      ['ada@example.com', 'ada@mail.example.com'],
      ['ada@faß.de', 'ada@fass.de'],
      ['ada@p\u0430ypal.com', 'ada@paypal.com'],
    ] as const) {
      assert.ok(emailKey(one) && emailKey(other), one)
      assert.notEqual(emailKey(one), emailKey(other), one)
    }
  })

  test('an address that is none is told with a pointer and without what was sent', () => {
    for (const [email, key] of plainAddresses) assert.equal(requireEmailKey(email), key)
    for (const [name, email] of otherThings) {
      assert.throws(
        () => requireEmailKey(email),
        (error: unknown) => {
          assert.ok(error instanceof Failure, name)
          assert.equal(error.code, 'invalid_request')
          assert.deepEqual(
            error.errors?.map(({ pointer, code }) => [pointer, code]),
            [['/email', 'invalid_format']],
          )
          assert.ok(email.length < 3 || !JSON.stringify(error.errors).includes(email), name)
          return true
        },
      )
    }
  })
})

describe('usernames', () => {
  test('names that differ in case only are the same', () => {
    assert.equal(usernameKey('Ada.Lovelace-1_B'), 'ada.lovelace-1_b')
    assert.equal(usernameKey('ADA'), usernameKey('ada'))
    assert.notEqual(usernameKey('ada.l'), usernameKey('adal'))
    assert.equal(usernameKey(usernameKey('AdA')), usernameKey('AdA'))
  })

  test('a name shaped like a UUID is refused in any case and of any version', () => {
    for (const username of [
      randomUUID(),
      randomUUID().toUpperCase(),
      user.id,
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-FFFF-ffff-FFFF-ffffffffffff',
    ]) {
      assert.throws(
        () => checkUsername(username),
        (error: unknown) =>
          error instanceof Failure &&
          error.code === 'invalid_request' &&
          error.errors?.length === 1 &&
          error.errors[0]?.pointer === '/username' &&
          error.errors[0].code === 'not_allowed',
        username,
      )
    }
  })

  test('a name that is only similar to a UUID is accepted', () => {
    for (const username of [
      'ada',
      randomUUID().replaceAll('-', ''),
      `${randomUUID()}0`,
      `x${randomUUID()}`,
      randomUUID().slice(1),
      'g0000000-0000-0000-0000-000000000000',
      '00000000_0000-0000-0000-000000000000',
    ])
      assert.doesNotThrow(() => checkUsername(username), username)
  })
})

describe('metadata', () => {
  const empty = JSON.stringify({ a: '' }).length
  const tooLong = (metadata: Record<string, unknown>): void =>
    assert.throws(
      () => checkMetadata(metadata),
      (error: unknown) =>
        error instanceof Failure &&
        error.code === 'invalid_request' &&
        error.errors?.length === 1 &&
        error.errors[0]?.pointer === '/metadata' &&
        error.errors[0].code === 'too_long',
    )

  test('8192 bytes are accepted and one more is refused', () => {
    assert.doesNotThrow(() => checkMetadata({}))
    assert.doesNotThrow(() => checkMetadata({ a: 'x'.repeat(8192 - empty) }))
    tooLong({ a: 'x'.repeat(8193 - empty) })
  })

  test('bytes are counted and not characters, as they are stored', () => {
    assert.equal((8192 - empty) % 2, 0)
    const half = (8192 - empty) / 2
    assert.doesNotThrow(() => checkMetadata({ a: 'é'.repeat(half) }))
    tooLong({ a: 'é'.repeat(half + 1) })
    // An escaped character takes two bytes in the text that is stored.
    assert.doesNotThrow(() => checkMetadata({ a: '"'.repeat(half) }))
    tooLong({ a: '"'.repeat(half + 1) })
  })
})
