import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { usualCost } from '#users/passwords/password-hash.ts'
import { installedPeer } from './installed-peer.ts'

const file = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const argon2Of = (path: string): string => JSON.parse(file(path)).dependencies['@node-rs/argon2']

test('a peer is installed once, and an interrupted installation is not used', () => {
  const folder = `${temporaryFolderOnDisk()}/`
  const installs: string[] = []
  const install = (into: string) => {
    installs.push(into)
    if (installs.length === 1) throw new Error('No network.')
    writeFileSync(`${into}installed`, readFileSync(`${into}package-lock.json`))
  }
  try {
    assert.throws(() => installedPeer('better-auth', folder, install), /No network/)
    const server = installedPeer('better-auth', folder, install)
    assert.equal(readFileSync(server, 'utf8'), file('peers/better-auth/server.js'))
    assert.ok(readdirSync(dirname(server)).includes('installed'))
    writeFileSync(server, 'what it was before')
    assert.equal(installedPeer('better-auth', folder, install), server)
    assert.equal(readFileSync(server, 'utf8'), file('peers/better-auth/server.js'))
    assert.equal(installs.length, 2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('better-auth hashes as the product does: the same library, at the same cost', () => {
  const [, memory = '', passes] =
    /^const cost = \{ algorithm: 2, memoryCost: ([\d_]+), timeCost: (\d+), parallelism: 1 \}$/m.exec(
      file('peers/better-auth/server.js'),
    ) ?? []
  assert.deepEqual({ memoryCost: Number(memory.replace('_', '')), timeCost: Number(passes) }, usualCost)
  assert.equal(argon2Of('peers/better-auth/package.json'), argon2Of('../package.json'))
})

test('a peer is no dependency of the product, and comes from whatever registry npm asks', () => {
  const { dependencies, devDependencies } = JSON.parse(file('../package.json'))
  assert.equal({ ...dependencies, ...devDependencies }['better-auth'], undefined)
  assert.doesNotMatch(file('peers/better-auth/package-lock.json'), /"resolved"/)
})
