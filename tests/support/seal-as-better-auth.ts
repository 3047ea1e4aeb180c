import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { hChaCha20 } from '#cli/moving-in/xchacha20.ts'

/** Encrypts as better-auth does: with the digest of its secret, and a nonce before the text. */
export function sealAsBetterAuth(secret: string, text: string): string {
  const nonce = randomBytes(24)
  const key = hChaCha20(createHash('sha256').update(secret).digest(), nonce.subarray(0, 16))
  const iv = Buffer.concat([Buffer.alloc(4), nonce.subarray(16)])
  const cipher = createCipheriv('chacha20-poly1305', key, iv, { authTagLength: 16 })
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('hex')
}
