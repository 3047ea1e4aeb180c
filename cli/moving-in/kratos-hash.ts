import { firebaseHash } from '#users/foreign-hashes/firebase-scrypt.ts'

/** The names that Kratos gives the methods of crypt(3). */
const crypt = { 'md5-crypt': '1', 'sha256-crypt': '5', 'sha512-crypt': '6' }

const cryptForm = /^\$(md5-crypt|sha256-crypt|sha512-crypt)\$/
const scryptForm = /^\$scrypt\$ln=(\d{1,10}),(?=r=)/
const firebaseForm = /^\$firescrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=1\$([^$]*)\$([^$]*)\$([^$]*)\$([^$]*)$/
const plainForm = /^\$md5\$([^$]+)$/
const saltedForm = /^\$(?:md5|sha1|sha256|sha512)\$pf=([^$]+)\$([^$]*)\$([^$]+)$/
const hmacForm = /^\$hmac-(md5|sha1|sha224|sha256|sha384|sha512)\$([^$]+)\$([^$]+)$/

/**
 * Converts a hash of Kratos to the text that other systems write for it: Kratos has spellings of its own for hashes that it
 * imported. Returns any other text as it is. The forms are those of its `hash/hash_comparator.go`.
 */
export function ofKratos(hash: string): string {
  const scrypt = scryptForm.exec(hash)
  // Kratos writes the cost N itself where the form of PHC has its logarithm.
  if (scrypt) return hash.replace(scryptForm, `$scrypt$ln=${Math.log2(Number(scrypt[1]))},`)
  const firebase = firebaseForm.exec(hash)
  if (firebase) {
    const [, memCost, rounds, salt = '', key = '', saltSeparator = '', signerKey = ''] = firebase
    const project = { memCost: Number(memCost), rounds: Number(rounds), signerKey, saltSeparator }
    return firebaseHash(project, { salt, hash: key })
  }
  const [, digest, keyed = '', key = ''] = hmacForm.exec(hash) ?? []
  if (digest !== undefined) return `${digest}$${textIn(key)}$${textIn(keyed)}`
  const [, order, salt = '', salted = ''] = saltedForm.exec(hash) ?? []
  if (order !== undefined) return ofSalted(textIn(order), textIn(salt), salted) ?? hash
  return hash
    .replace(cryptForm, (_, name: keyof typeof crypt) => `$${crypt[name]}$`)
    .replace(plainForm, (_, encoded: string) => `{MD5}${encoded}`)
}

/** Writes one digest of password and salt. Other orders than these two cannot be written here, and are refused with the hash. */
function ofSalted(order: string, salt: string, digest: string): string | undefined {
  const hex = Buffer.from(digest, 'base64').toString('hex')
  if (order === '{PASSWORD}') return hex
  return order === '{SALT}{PASSWORD}' || order === '{PASSWORD}{SALT}' ? `${hex}:${salt}` : undefined
}

const textIn = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8')
