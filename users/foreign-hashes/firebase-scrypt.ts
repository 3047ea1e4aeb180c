import { createCipheriv } from 'node:crypto'
import { fromBase64, type HashFormat, sameBytes } from './foreign-hash.ts'
import { isScryptCost, scryptIsTooCostly, scryptKey, scryptOptions } from './scrypt.ts'

const base64 = '[A-Za-z0-9+/]{0,171}={0,2}'
const form = new RegExp(
  `^\\$fbscrypt\\$v=1,n=(\\d\\d?),r=(\\d{1,3}),p=(\\d{1,3}),ss=(${base64}),sk=(${base64})\\$(${base64})\\$(${base64})$`,
)

/** The parameters that all hashes of a Firebase project share, as its console shows them. */
export interface FirebaseProject {
  /** The base-2 logarithm of the cost parameter N of scrypt. */
  memCost: number
  /** The block size `r`. */
  rounds: number
  /** The signer key, in base64. */
  signerKey: string
  /** The salt separator, in base64, which follows every salt. */
  saltSeparator: string
}

/** Returns a hash of a Firebase project as one text, in the form that Supabase uses. `salt` and `hash` are in base64. */
export const firebaseHash = (
  project: FirebaseProject,
  { salt, hash }: { salt: string; hash: string },
): string =>
  `$fbscrypt$v=1,n=${project.memCost},r=${project.rounds},p=1,ss=${project.saltSeparator},sk=${project.signerKey}$${salt}$${hash}`

/** The format of Firebase: scrypt makes a key of the password; the hash is the signer key of the project, encrypted with it. */
export const firebaseScrypt: HashFormat = {
  name: 'firebase-scrypt',
  read(text) {
    const [, ln, r, p, separator = '', signerKey = '', salt = '', hash = ''] = form.exec(text) ?? []
    const cost = { n: 2 ** Number(ln), r: Number(r), p: Number(p) }
    const [key, expected] = [fromBase64(signerKey), fromBase64(hash)]
    if (ln === undefined || !isScryptCost(cost) || key.length === 0 || key.length !== expected.length)
      return undefined
    const wholeSalt = Buffer.concat([fromBase64(salt), fromBase64(separator)])
    return {
      cost: `N=${cost.n},r=${cost.r},p=${cost.p}`,
      tooCostly: scryptIsTooCostly(cost),
      async verify(password) {
        const derived = await scryptKey(password, wholeSalt, 32, scryptOptions(cost))
        // Each derived key encrypts this one message only, so that the counter may begin at zero.
        const cipher = createCipheriv('aes-256-ctr', derived, Buffer.alloc(16))
        return sameBytes(Buffer.concat([cipher.update(key), cipher.final()]), expected)
      },
    }
  },
}
