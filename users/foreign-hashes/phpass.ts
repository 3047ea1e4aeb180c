import { hash as digest } from 'node:crypto'
import { cryptNumber, toCryptBase64 } from './crypt-base64.ts'
import { above, type HashFormat, sameBytes } from './foreign-hash.ts'
import { inSlices, maxLoopedBytes } from './in-slices.ts'
import { trimLikePhp } from './wordpress.ts'

const form = /^\$[PH]\$([./A-Za-z0-9])([./A-Za-z0-9]{8})([./A-Za-z0-9]{22})$/
/** The maximum number of rounds. Existing hashes have 2^11 to 2^15 rounds. */
const maxRounds = 2 ** 16

/** The portable format of phpass, MD5 in a loop: `$P$` of WordPress before 6.8 and others, `$H$` of phpBB. */
export const phpass: HashFormat = {
  name: 'phpass',
  read(text) {
    const [, letter = '', salt = '', expected = ''] = form.exec(text) ?? []
    const log = cryptNumber(letter)
    if (letter === '' || log < 7 || log > 30) return undefined
    const rounds = 2 ** log
    const matches = async (password: string) => {
      const secret = Buffer.from(password)
      if (secret.length > maxLoopedBytes) return false
      let state = digest('md5', Buffer.concat([Buffer.from(salt), secret]), 'buffer')
      await inSlices(rounds, () => {
        state = digest('md5', Buffer.concat([state, secret]), 'buffer')
      })
      return sameBytes(Buffer.from(toCryptBase64(state)), Buffer.from(expected))
    }
    return {
      cost: `2^${log}`,
      tooCostly: above(rounds, maxRounds, 'rounds'),
      async verify(password) {
        if (await matches(password)) return true
        const trimmed = trimLikePhp(password)
        return trimmed !== password && matches(trimmed)
      },
    }
  },
}
