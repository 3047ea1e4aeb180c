import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { create, extract } from 'tar'
import { repository, runProgram } from '#tests/support/run-program.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import packageJson from '../package.json' with { type: 'json' }
import { findReleaseFaults } from './release-faults.ts'

const scratch = temporaryFolder()
const release = join(scratch, 'release')
const { version } = packageJson
const [server = '', client = '', chart = '', deployment = ''] = [
  'latchkey',
  'latchkey-client',
  'latchkey-chart',
  'latchkey-deploy',
].map((name) => `${name}-${version}.tgz`)

/** Makes a release without the image and the site of the documents, whose build would take most of the time. */
function makeRelease(
  folder: string,
  { source = repository, environment = {}, umask = '022' }: Conditions = {},
): void {
  const script = `umask ${umask} && exec "$0" build/build-release.ts --without-image --without-site "$1"`
  const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, folder], {
    cwd: source,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })
  assert.equal(status, 0, stderr)
}

interface Conditions {
  source?: string
  environment?: Record<string, string>
  umask?: string
}

/** Makes a copy of the repository as hard links, beside the original because links stay within one file system. */
function copyRepository(): string {
  mkdirSync(join(repository, '.cache'), { recursive: true })
  const copy = mkdtempSync(join(repository, '.cache/release-'))
  const left = ['.cache', 'dist', 'data']
  const kept = readdirSync(repository).filter((name) => !left.includes(name))
  runProgram('cp', ['-al', ...kept, copy])
  return copy
}

before(() => makeRelease(release))
after(() => rmSync(scratch, { recursive: true }))

const faultsIn = (folder: string) =>
  findReleaseFaults(folder, { root: repository, withImage: false, withSite: false })

/** Copies the release, and changes one archive in it, with checksums that fit. */
async function changed(archive: string, change: (content: string) => void): Promise<string[]> {
  const folder = join(temporaryFolder(), 'release')
  const content = join(temporaryFolder(), 'content')
  cpSync(release, folder, { recursive: true })
  mkdirSync(content)
  await extract({ file: join(folder, archive), cwd: content })
  const [top = ''] = readdirSync(content)
  change(join(content, top))
  await create({ file: join(folder, archive), cwd: content, gzip: true }, [top])
  const sums = readdirSync(folder).filter((name) => name !== 'SHA256SUMS')
  const sumOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  writeFileSync(join(folder, 'SHA256SUMS'), sums.map((name) => `${sumOf(name)}  ${name}\n`).join(''))
  return faultsIn(folder)
}

function replaceIn(path: string, before: RegExp, now: string): void {
  const text = readFileSync(path, 'utf8')
  assert.match(text, before)
  writeFileSync(path, text.replace(before, now))
}

test('a release has no faults', async () => {
  assert.deepEqual(await faultsIn(release), [])
  assert.deepEqual(await changed(server, () => {}), [])
})

test('the same commit gives the same bytes from another folder, with another umask, time zone, language and home', () => {
  const source = copyRepository()
  try {
    const again = join(scratch, 'again')
    const environment = { TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', HOME: join(scratch, 'home') }
    makeRelease(again, { source, environment, umask: '077' })
    const sums = (folder: string) => readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
    assert.equal(sums(again), sums(release))
  } finally {
    rmSync(source, { recursive: true })
  }
})

/** Returns why the release of a repository is not made. Nothing is built before it stops. */
function refusalOf(source: string, ...args: string[]): string {
  const command = ['build/build-release.ts', ...args, join(scratch, 'refused')]
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: source, encoding: 'utf8' })
  assert.equal(status, 1)
  assert.ok(!existsSync(join(scratch, 'refused')), 'nothing was written')
  return stderr
}

test('a release is not made for a tag of another version', () => {
  assert.match(refusalOf(repository, '--tag', 'v0.0.1'), /The tag is v0\.0\.1, and package\.json has/)
})

test('a release is not made with texts that are incomplete in a language', () => {
  const source = copyRepository()
  try {
    const path = join(source, 'console/texts/de.json')
    const [[key] = [], ...left] = Object.entries(JSON.parse(readFileSync(path, 'utf8')))
    // The copy has links to the files of the repository, so the file is replaced and not changed.
    rmSync(path)
    writeFileSync(path, JSON.stringify(Object.fromEntries(left)))
    assert.ok(refusalOf(source).includes(`${key}`))
  } finally {
    rmSync(source, { recursive: true })
  }
})

test('the notes of the release are the section of its version in the changelog', () => {
  const notes = readFileSync(join(release, 'NOTES.md'), 'utf8')
  assert.ok(notes.startsWith(`# Latchkey ${version}\n\n## Upgrading\n`), notes.slice(0, 200))
})

test('both bills of materials have each package of a run, with its version and licence, and no other', () => {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean }>
  }
  const inLock = Object.entries(packages).flatMap(([path, one]) =>
    path === '' || one.dev ? [] : [`${path.replace(/^.*node_modules\//, '')} ${one.version}`],
  )
  const expected = [...new Set(inLock)].sort()
  const read = (end: string) => JSON.parse(readFileSync(join(release, `latchkey-${version}.${end}`), 'utf8'))
  const { components } = read('cyclonedx.json') as { components: Component[] }
  const listed = components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`)
  assert.deepEqual([...new Set(listed)].sort(), expected)
  const [, ...described] = (read('spdx.json') as { packages: Described[] }).packages
  assert.deepEqual([...new Set(described.map((one) => `${one.name} ${one.versionInfo}`))].sort(), expected)
  assert.deepEqual(
    components.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name),
    [],
  )
  const isUnknown = ({ licenseDeclared = 'NOASSERTION' }: Described) => licenseDeclared === 'NOASSERTION'
  assert.deepEqual(described.filter(isUnknown), [])
  assert.ok(
    expected.some((one) => one.startsWith('pg ')) && !expected.some((one) => one.startsWith('esbuild ')),
  )
})

interface Component {
  group?: string
  name: string
  version: string
  licenses?: object[]
}
interface Described {
  name: string
  versionInfo: string
  licenseDeclared?: string
}

test('a missing file of a package is found', async () => {
  assert.deepEqual(
    await changed(server, (content) => rmSync(join(content, 'auth/migrations/0001-sessions.sql'))),
    [`${server} lacks auth/migrations/0001-sessions.sql.`],
  )
})

test('a missing artefact and a flipped bit are found', async () => {
  const folder = join(temporaryFolder(), 'release')
  cpSync(release, folder, { recursive: true })
  const bytes = readFileSync(join(folder, client))
  bytes[1_000] = (bytes[1_000] ?? 0) ^ 1
  writeFileSync(join(folder, client), bytes)
  assert.deepEqual(await faultsIn(folder), [`${client} is not the file of SHA256SUMS.`])
  rmSync(join(folder, chart))
  assert.deepEqual(await faultsIn(folder), [`${chart} is missing.`])
})

test('a client of an earlier contract is found', async () => {
  const drop = (content: string) =>
    replaceIn(join(content, 'sdk/generated/operations.js'), /^ +createUser: .*\n/m, '')
  assert.deepEqual(await changed(client, drop), [`${client} is stale: it lacks the operation createUser.`])
})

test('a version that differs between the artefacts is found', async () => {
  const older = (content: string) =>
    replaceIn(join(content, 'Chart.yaml'), /^appVersion: .*/m, 'appVersion: 0.0.1')
  assert.deepEqual(await changed(chart, older), [
    `appVersion of the chart is 0.0.1, and the release ${version}.`,
  ])
  const olderImage = (content: string) =>
    replaceIn(join(content, 'compose/embedded.yaml'), /image: latchkey:.*/, 'image: latchkey:0.0.1')
  assert.deepEqual(await changed(deployment, olderImage), [
    `the image of embedded.yaml is 0.0.1, and the release ${version}.`,
  ])
  const olderClient = (content: string) =>
    replaceIn(join(content, 'package.json'), /"version": "[^"]+"/, '"version": "0.0.1"')
  assert.deepEqual(await changed(client, olderClient), [`${client} is 0.0.1, and the release ${version}.`])
})
