import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { cborBytes, cborHead, cborText } from '#tests/support/authenticator.ts'
import { endOfItem, requireBoundedAuthenticatorData } from './bounded-cbor.ts'

const refuses = (bytes: Buffer, what: string) =>
  assert.throws(() => endOfItem(bytes, 0), { code: 'passkey_invalid' }, what)

test('an item ends where its last part does, whatever follows', () => {
  const items = [
    cborHead(0, 7),
    cborHead(1, 300),
    cborText('fmt'),
    cborBytes(randomBytes(300)),
    Buffer.from([0xf5]),
    Buffer.concat([
      cborHead(5, 2),
      cborText('a'),
      cborHead(0, 1),
      cborText('b'),
      cborHead(4, 1),
      cborHead(0, 2),
    ]),
  ]
  for (const item of items) {
    assert.equal(endOfItem(item, 0), item.length)
    assert.equal(endOfItem(Buffer.concat([item, randomBytes(9)]), 0), item.length)
    assert.equal(endOfItem(Buffer.concat([Buffer.alloc(3), item]), 3), item.length + 3)
    for (let length = 0; length < item.length; length++) refuses(item.subarray(0, length), `cut at ${length}`)
  }
})

test('huge and deeply nested CBOR is refused before it costs anything', () => {
  refuses(Buffer.alloc(6_000, 0x81), 'lists in lists')
  refuses(Buffer.alloc(6_000, 0xa1), 'maps in maps')
  refuses(Buffer.from('9affffffff', 'hex'), 'a list of four billion')
  refuses(Buffer.from('baffffffff', 'hex'), 'a map of four billion')
  refuses(Buffer.from('5affffffff00', 'hex'), 'four billion bytes')
  refuses(Buffer.from('1bffffffffffffffff', 'hex'), 'a number of 64 bits')
  refuses(Buffer.from('9f00ff', 'hex'), 'an indefinite length')
  refuses(Buffer.from('c000', 'hex'), 'a tag')
  refuses(Buffer.concat([cborHead(4, 200), Buffer.alloc(200)]), 'two hundred parts')
})

test('no bytes make it run on or fail in another way', () => {
  for (let round = 0; round < 20_000; round++) {
    const bytes = randomBytes(round % 60)
    try {
      const end = endOfItem(bytes, 0)
      assert.ok(end > 0 && end <= bytes.length)
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'passkey_invalid', bytes.toString('hex'))
    }
  }
})

test('authenticator data is as long as its parts', () => {
  const data = (flags: number, ...parts: Buffer[]) =>
    Buffer.concat([Buffer.alloc(32), Buffer.from([flags]), Buffer.alloc(4), ...parts])
  const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 2]), Buffer.from('id'), cborHead(5, 0)])
  for (const good of [
    data(5),
    data(0x45, credential),
    data(0x85, cborHead(5, 0)),
    data(0xc5, credential, cborHead(5, 0)),
  ])
    requireBoundedAuthenticatorData(good)
  const bad = [
    Buffer.alloc(0),
    Buffer.alloc(36),
    data(5, Buffer.alloc(1)),
    data(0x45),
    data(0x45, credential.subarray(0, 17)),
    data(0x45, credential, Buffer.alloc(1)),
    data(0x85),
    data(0x45, Buffer.concat([Buffer.alloc(16), Buffer.from([255, 255])])),
    data(0x45, Buffer.concat([Buffer.alloc(16), Buffer.from([0, 0]), cborHead(5, 0)])),
  ]
  for (const one of bad)
    assert.throws(
      () => requireBoundedAuthenticatorData(one),
      { code: 'passkey_invalid' },
      one.toString('hex'),
    )
})
