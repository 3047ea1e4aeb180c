import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/** Who may import whom, besides itself. */
const arrows: Record<string, string[]> = {
  contract: [],
  proto: ['contract'],
  runtime: ['contract'],
  sdk: ['contract'],
  greeter: ['contract', 'proto', 'runtime'],
  users: ['contract', 'proto', 'runtime', 'sdk'],
  auth: ['contract', 'proto', 'runtime', 'sdk'],
  cli: ['contract', 'runtime', 'sdk', 'users', 'auth', 'greeter'],
  tests: ['contract', 'proto', 'runtime', 'sdk', 'users', 'auth', 'greeter', 'cli'],
  build: [],
  bench: ['contract', 'proto', 'runtime', 'sdk', 'users', 'auth', 'cli', 'tests'],
}
const dumpingGrounds = /(^|\/)(utils?|helpers?|common|shared|misc|lib)(\/|\.ts$)/
/** Where a program begins: the command line, the npm scripts, and whatever the test runner finds. */
const isStart = (file: string) =>
  file === 'cli/main.ts' ||
  file === 'build/build-package.ts' ||
  /\.test\.ts$|^bench\/|^tests\/faults\/run\.ts$|(generate-openapi|generate-rpc-types|global-setup)\.ts$/.test(
    file,
  )

const root = new URL('../', import.meta.url).pathname
const files = Object.keys(arrows)
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => file.endsWith('.ts'))
  .sort()
const source = (file: string) => readFileSync(join(root, file), 'utf8')

function importsOf(file: string): string[] {
  const specifiers = [
    ...source(file).matchAll(/(?:from\s*|import\s*\(?\s*|new URL\()'([#.][^']+\.ts)'/g),
  ].map((match) => match[1] ?? '')
  return specifiers.map((name) =>
    name.startsWith('#') ? name.slice(1) : normalize(join(dirname(file), name)),
  )
}

test('imports follow the arrows of the architecture', () => {
  const against = files.flatMap((file) => {
    const from = file.split('/')[0] ?? ''
    // A test beside a source stands on the same databases as all others.
    const allowed = [from, ...(arrows[from] ?? []), ...(file.endsWith('.test.ts') ? ['tests'] : [])]
    return importsOf(file)
      .filter((target) => !allowed.includes(target.split('/')[0] ?? ''))
      .map((target) => `${file} -> ${target}`)
  })
  assert.deepEqual(against, [])
  assert.ok(files.length > 60 && files.flatMap(importsOf).length > 150, 'the check has something to look at')
})

test('every file is used', () => {
  const used = new Set<string>()
  const follow = (file: string) => {
    if (used.has(file)) return
    used.add(file)
    importsOf(file).forEach(follow)
  }
  files.filter(isStart).forEach(follow)
  assert.deepEqual(
    files.filter((file) => !used.has(file) && !file.startsWith('proto/generated/')),
    [],
  )
})

test('no folder or file is a place for anything', () => {
  assert.deepEqual(
    files.filter((file) => dumpingGrounds.test(file)),
    [],
  )
})

test('runtime knows no users, sessions or passwords', () => {
  const inRuntime = files.filter((file) => file.startsWith('runtime/') && !file.endsWith('.test.ts'))
  const telling = inRuntime.filter((file) =>
    /#contract\/(users|auth|fields)\.ts|\b(userId|sessionId|password)\b/.test(source(file)),
  )
  assert.deepEqual(telling, [])
})

test('what the sources say is about the product, with nothing left for later', () => {
  const left = files.filter(
    (file) =>
      file !== 'tests/tidy.test.ts' && /\b(TODO|FIXME|XXX|HACK)\b|\.only\(|\.skip\(/.test(source(file)),
  )
  assert.deepEqual(left, [])
})
