import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  buildWithGo,
  installForPython,
  type Missing,
  unlessMissing,
} from '#tests/support/foreign-packages.ts'
import { installedFolder } from '#tests/support/installed-folder.ts'
import { repository } from '#tests/support/run-program.ts'
import { readPage } from './markdown.ts'

/** One row of the table in `docs/reference/ed25519.md`: how a library verified the two tokens. */
interface Line {
  library: string
  version: string
  EdDSA: string
  Ed25519: string
}

const programs = join(repository, 'tests/documents/ed25519')

/** A program for each language that prints how the libraries of this language verify the same two tokens. */
const languages: Record<string, () => Command | Missing> = {
  Node: () =>
    unlessMissing('npm', () => {
      const options = { name: 'ed25519-node', cache: join(repository, '.cache/parties/') }
      const folder = installedFolder(`${programs}/node/`, options)
      return { command: process.execPath, args: [`${folder}verify.mjs`] }
    }),
  Python() {
    const installed = installForPython(`${programs}/python`, 'ed25519-python')
    if ('missing' in installed) return installed
    return { command: 'python3', args: [`${programs}/python/verify.py`], ...installed }
  },
  Go() {
    const built = buildWithGo(`${programs}/go`, 'ed25519')
    return 'missing' in built ? built : { command: built.program, args: [] }
  },
}

interface Command {
  command: string
  args: string[]
  environment?: Record<string, string>
}

for (const [language, prepare] of Object.entries(languages)) {
  const prepared = prepare()
  const missing = 'missing' in prepared ? prepared.missing : false
  test(`the page about Ed25519 says of libraries for ${language} what a run of them shows`, {
    skip: missing,
  }, () => {
    assert.ok('command' in prepared)
    const { command, args, environment = {} } = prepared
    const { status, stdout, stderr } = spawnSync(command, [...args, JSON.stringify(makeTokens())], {
      env: { ...process.env, ...environment },
      encoding: 'utf8',
      timeout: 120_000,
    })
    assert.equal(status, 0, stderr)
    const measured = JSON.parse(stdout) as Line[]
    assert.ok(measured.length >= 3)
    const page = readPage('docs/reference/ed25519.md')
    const rows = page.split('\n').flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      return cells[1] === language ? [cells.slice(2, 6)] : []
    })
    assert.deepEqual(
      rows,
      measured.map(({ library, version, EdDSA, Ed25519 }) => [
        library,
        version.replace(/^v/, ''),
        EdDSA,
        Ed25519,
      ]),
    )
  })
}

/** Makes two tokens that differ only in the name of their algorithm, `EdDSA` and `Ed25519`, and the key that verifies both. */
function makeTokens() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const [issuer, audience] = ['https://auth.example.com', 'wiki']
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: audience,
    sub: 'ada',
    client_id: audience,
    jti: 'one',
    iat: now - 10,
    exp: now + 600,
  }
  const make = (alg: string) => {
    const signed = `${encode({ alg, kid: 'one', typ: 'at+jwt' })}.${encode(claims)}`
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
  }
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one' }
  return { jwk, issuer, audience, tokens: { EdDSA: make('EdDSA'), Ed25519: make('Ed25519') } }
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
