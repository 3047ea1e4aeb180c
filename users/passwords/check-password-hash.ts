import { Failure } from '#contract/failures.ts'
import { readForeignHash } from '../foreign-hashes/formats.ts'

/**
 * Requires a hash that can be compared and costs no more than a login may. Each login of the user pays the cost that is written in
 * the hash, so that it is checked when the hash is imported.
 */
export function checkPasswordHash(hash: string | null): void {
  if (hash === null) return
  const read = readForeignHash(hash)
  if (!read) throw wrong('invalid_format', 'It is not a hash of a known format.')
  if (read.tooCostly !== undefined)
    throw wrong('out_of_range', `This ${read.form.split(' ')[0]} hash takes ${read.tooCostly}.`)
}

const wrong = (code: string, detail: string): Failure =>
  new Failure('invalid_request', { errors: [{ pointer: '/password_hash', code, detail }] })
