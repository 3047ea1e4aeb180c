import { pbkdf2 as pbkdf2InThread } from 'node:crypto'
import { promisify } from 'node:util'
import { above, blankOf, type ForeignHash, fromBase64, type HashFormat, ofDigest } from './foreign-hash.ts'

const derive = promisify(pbkdf2InThread)

/** The maximum number of rounds for each digest: about a second of work. Systems in use have 210,000 to 1,500,000 rounds. */
const maxRounds = { sha1: 3_000_000, sha256: 2_000_000, sha512: 1_000_000 }
type Pbkdf2Digest = keyof typeof maxRounds

interface Pbkdf2Hash {
  digest: string
  rounds: number
  salt: Buffer
  hash: Buffer
  /** The text of the hash with zeros in place of the key. */
  blank: string
}

/** Returns a hash that `verify` compares by PBKDF2 (RFC 8018). Returns undefined for parameters that no system uses. */
export function ofPbkdf2({ digest, rounds, salt, hash, blank }: Pbkdf2Hash): ForeignHash | undefined {
  const known = Object.keys(maxRounds).find((name): name is Pbkdf2Digest => name === digest)
  if (!known || rounds < 1 || hash.length < 16 || hash.length > 128) return undefined
  return ofDigest({
    cost: `${digest} ${rounds}x${hash.length}`,
    rounds,
    blank,
    digest: hash,
    tooCostly: above(rounds * blocksIn(hash, known), maxRounds[known], 'rounds'),
    async *digestsOf(password) {
      yield await derive(password, salt, rounds, hash.length, known)
    },
  })
}

const digestBytes = { sha1: 20, sha256: 32, sha512: 64 }
/** Returns the number of blocks of a hash. Each block takes all rounds, so a hash longer than its digest costs more. */
const blocksIn = (hash: Buffer, digest: Pbkdf2Digest): number => Math.ceil(hash.length / digestBytes[digest])

const phc =
  /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,10})(?:,l=\d{1,3})?\$([A-Za-z0-9+/.]{0,171})={0,2}\$([A-Za-z0-9+/.]{22,171})={0,2}$/

/** The format of PBKDF2 hashes in PHC form (`$pbkdf2-sha256$i=600000$…`) and of passlib (`$pbkdf2-sha256$29000$…`). */
export const pbkdf2: HashFormat = {
  name: 'pbkdf2',
  read(text) {
    const [, digest = 'sha1', rounds, salt = '', hash = ''] = phc.exec(text) ?? []
    if (rounds === undefined) return undefined
    const blank = blankOf(text, text.slice(text.lastIndexOf('$') + 1))
    const [saltBytes, hashBytes] = [fromBase64(salt), fromBase64(hash)]
    return ofPbkdf2({ digest, rounds: Number(rounds), salt: saltBytes, hash: hashBytes, blank })
  },
}

const django = /^pbkdf2_(sha1|sha256)\$(\d{1,10})\$([^$]{1,128})\$([A-Za-z0-9+/]{22,172}={0,2})$/

/** The formats `pbkdf2_sha1$` and `pbkdf2_sha256$` of Django. The salt is not decoded: its characters are hashed. */
export const djangoPbkdf2: HashFormat = {
  name: 'django-pbkdf2',
  read(text) {
    const [, digest = '', rounds, salt = '', hash = ''] = django.exec(text) ?? []
    if (rounds === undefined) return undefined
    const bytes = { salt: Buffer.from(salt), hash: fromBase64(hash) }
    return ofPbkdf2({ digest, rounds: Number(rounds), ...bytes, blank: blankOf(text, hash) })
  },
}
