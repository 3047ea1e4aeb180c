import assert from 'node:assert/strict'
import { generateKeyPairSync, verify } from 'node:crypto'
import { test } from 'node:test'
import { signer } from './key-material.ts'

test('every ES256 signature has 64 bytes and is verified by its key, however short its integers are', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sign = signer('ES256', privateKey.export({ format: 'der', type: 'pkcs8' }))
  // About one integer in 256 begins with a byte of zeros, which DER leaves out.
  for (let number = 0; number < 2_000; number++) {
    const signed = `signed ${number}`
    const signature = sign(signed)
    assert.equal(signature.length, 64)
    assert.ok(
      verify('sha256', Buffer.from(signed), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature),
      signed,
    )
  }
})
