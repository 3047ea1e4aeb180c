import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { firstLine, lastLine } from '#cli/export-format.ts'
import { newId } from '#runtime/ids.ts'

/** An export of that many users as they would have come in over a year: `node bench/users-file.ts COUNT FILE`. */
const [count = '1000', file = 'users.jsonl'] = process.argv.slice(2)
const total = Number(count)
const yearMs = 365 * 24 * 3_600_000
const now = Date.now()

const words =
  'amber birch cedar delta ember fjord grove heron iris juniper kestrel lark maple nova opal pine'.split(' ')
const word = (): string => words[Math.floor(Math.random() * words.length)] ?? ''
const letters = (length: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(length)))
    .toString('base64')
    .replace(/=*$/, '')
    .slice(0, length)

function user(number: number): object {
  const createdAt = Math.floor(now - yearMs + (yearMs * number) / total)
  const name = `${word()}.${word()}.${number}`
  return {
    type: 'user',
    id: newId(createdAt),
    username: name,
    email: `${name}@example.com`,
    name: `${word()} ${word()}`,
    role: 'user',
    status: 'active',
    email_verified_at: createdAt,
    password_hash: `$argon2id$v=19$m=19456,t=2,p=1$${letters(22)}$${letters(43)}`,
    metadata: { plan: word(), locale: 'en' },
    session_epoch: 0,
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
    last_login_at: null,
  }
}

function* lines(): Generator<string> {
  yield `${JSON.stringify(firstLine(now))}\n`
  for (let number = 0; number < total; number += 1_000) {
    const page = Array.from({ length: Math.min(1_000, total - number) }, (_, at) => user(number + at))
    yield page.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
  yield `${JSON.stringify(lastLine)}\n`
}

await pipeline(lines, createWriteStream(file))
