import { verify } from '@node-rs/argon2'
import type { HashFormat } from './foreign-hash.ts'

const form =
  /^\$(argon2id?)\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-9]\d?)\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/
/**
 * The maximum memory of one check, in KiB. As many checks run at the same time as there are cores, so this bounds the memory of
 * the process. A login with a name that nobody has costs the same, because it checks a decoy hash.
 */
const maxMemoryKiB = 256 * 1024
/** The maximum of the memory in KiB times the number of passes: about a second of work. */
const maxWorkKiB = 1024 * 1024

/** The format of argon2i and argon2id hashes: PHC form, with or without the prefix `argon2` of Django. */
export const argon2: HashFormat = {
  name: 'argon2',
  read(text) {
    const phc = text.replace(/^argon2(?=\$)/, '')
    const [, algorithm, memory, passes, lanes] = form.exec(phc) ?? []
    if (algorithm === undefined || Number(memory) < 8 * Number(lanes)) return undefined
    const isTooCostly = Number(memory) > maxMemoryKiB || Number(memory) * Number(passes) > maxWorkKiB
    return {
      cost: `${algorithm.slice('argon2'.length)} m=${memory},t=${passes},p=${lanes}`,
      tooCostly: isTooCostly ? 'more than 256 MiB of memory, or 1 GiB in all passes' : undefined,
      async verify(password) {
        if (await verify(phc, password)) return true
        // The hash may be from another Latchkey, which hashes in NFC.
        const composed = password.normalize('NFC')
        return composed !== password && verify(phc, composed)
      },
    }
  },
}
