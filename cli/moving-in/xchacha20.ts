import { createCipheriv, createDecipheriv } from 'node:crypto'

/** The four words with which each block of ChaCha20 begins (RFC 8439 section 2.3): "expand 32-byte k". */
const constants = Buffer.from('expand 32-byte k')

/**
 * Derives the key of XChaCha20 for a nonce (HChaCha20, draft-irtf-cfrg-xchacha-03 section 2.2): a block of ChaCha20 before its
 * input is added to it. OpenSSL gives the block after that, so that the input is taken off again.
 */
export function hChaCha20(key: Buffer, nonce: Buffer): Buffer {
  const block = createCipheriv('chacha20', key, nonce).update(Buffer.alloc(64))
  const derived = Buffer.alloc(32)
  for (let at = 0; at < 16; at += 4) {
    derived.writeUInt32LE((block.readUInt32LE(at) - constants.readUInt32LE(at)) >>> 0, at)
    derived.writeUInt32LE((block.readUInt32LE(48 + at) - nonce.readUInt32LE(at)) >>> 0, 16 + at)
  }
  return derived
}

const nonceBytes = 24
const tagBytes = 16

/** Decrypts XChaCha20-Poly1305 with its nonce before it. Returns undefined when the key is another one, or a byte was changed. */
export function decryptXChaCha20(key: Buffer, sealed: Buffer): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined
  const derived = hChaCha20(key, sealed.subarray(0, 16))
  const nonce = Buffer.concat([Buffer.alloc(4), sealed.subarray(16, nonceBytes)])
  const decipher = createDecipheriv('chacha20-poly1305', derived, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return undefined
  }
}
