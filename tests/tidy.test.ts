import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/** The folders that the files of a folder may import from, besides their own. */
const arrows: Record<string, string[]> = {
  contract: [],
  proto: ['contract'],
  runtime: ['contract'],
  sdk: ['contract'],
  greeter: ['contract', 'proto', 'runtime'],
  console: ['contract', 'runtime', 'sdk'],
  users: ['contract', 'proto', 'runtime', 'sdk'],
  auth: ['contract', 'proto', 'runtime', 'sdk'],
  cli: ['contract', 'runtime', 'sdk', 'users', 'auth', 'greeter', 'console'],
  tests: ['contract', 'proto', 'runtime', 'sdk', 'users', 'auth', 'greeter', 'cli', 'console'],
  build: [],
  bench: ['contract', 'proto', 'runtime', 'sdk', 'users', 'auth', 'cli', 'tests'],
}
/**
 * The files with a cast that TypeScript allows only through `unknown`. Each reaches something that a library
 * has and its types leave out. The numbers may only fall.
 */
const forcedCasts: Record<string, number> = {
  'runtime/database/postgres/connections.ts': 1,
  'runtime/rpc/arrival.ts': 1,
  'runtime/rpc/reflection.ts': 1,
  'runtime/rpc/stalled-client.ts': 1,
}
const dumpingGrounds = /(^|\/)(utils?|helpers?|common|shared|misc|lib)(\/|\.ts$)/
/**
 * Returns whether a program begins with this file: the command line, an npm script, or the test runner starts
 * there.
 */
const isStart = (file: string) =>
  file === 'cli/main.ts' ||
  /^build\/build-(package|client|image)\.ts$/.test(file) ||
  /\.test\.ts$|^bench\/|^tests\/features\/|^tests\/(?:faults|runtimes|lanes)\/(?:run|try-frameworks|report-cost)\.ts$|(generate-openapi|generate-rpc-types|take-pictures|follow-no-promises)\.ts$/.test(
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
    // A test in a source folder may import the test support in `tests/`.
    const allowed = [from, ...(arrows[from] ?? []), ...(file.endsWith('.test.ts') ? ['tests'] : [])]
    return importsOf(file)
      .filter((target) => !allowed.includes(target.split('/')[0] ?? ''))
      .map((target) => `${file} -> ${target}`)
  })
  assert.deepEqual(against, [])
  assert.ok(files.length > 60 && files.flatMap(importsOf).length > 150, 'the check has something to look at')
})

test('ARCHITECTURE.md shows these arrows', () => {
  const [, block = ''] = /```text\n([\s\S]*?)```/.exec(source('ARCHITECTURE.md')) ?? []
  /** The folders that each folder in the picture of ARCHITECTURE.md may import, directly or through others. */
  const shown = new Map<string, Set<string>>()
  const chains = block
    .trim()
    .split('\n')
    .map((line) => line.split('<-').map((group) => group.trim().split(', ')))
  const pairs = chains.flatMap((groups) =>
    groups
      .slice(1)
      .flatMap((importers, at) =>
        importers.flatMap((importer) => (groups[at] ?? []).map((imported) => ({ importer, imported }))),
      ),
  )
  const against = pairs.filter(({ importer, imported }) => !arrows[importer]?.includes(imported))
  assert.deepEqual(against, [], 'an arrow of the picture that no import may go along')
  for (const _ of chains)
    for (const { importer, imported } of pairs) {
      const reached = shown.get(importer) ?? new Set()
      for (const one of [imported, ...(shown.get(imported) ?? [])]) reached.add(one)
      shown.set(importer, reached)
    }
  const inPicture = Object.entries(arrows).filter(([folder]) => shown.has(folder) || folder === 'contract')
  const missing = inPicture.flatMap(([folder, targets]) =>
    targets.filter((target) => !shown.get(folder)?.has(target)).map((target) => `${folder} -> ${target}`),
  )
  assert.deepEqual(missing, [], 'an arrow that the picture lacks')
  assert.equal(inPicture.length, 9)
})

/**
 * Returns the groups of nodes that depend on one another, found by Tarjan's algorithm. Imports of types count
 * too: a reader of one file must read the other.
 */
function circlesIn(graph: Map<string, string[]>): string[][] {
  const circles: string[][] = []
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  function visit(node: string): void {
    numbers.set(node, numbers.size)
    lowest.set(node, numbers.get(node) ?? 0)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!numbers.has(next)) visit(next)
      else if (!stack.includes(next)) continue
      lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(node) !== numbers.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    if (circle.length > 1) circles.push(circle)
  }
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node)
  return circles
}

test('no files need each other in a circle', () => {
  // Generated types of gRPC messages may import one another, as those of `google.protobuf.Value` do.
  const written = files.filter((file) => !file.startsWith('proto/generated/'))
  const graph = new Map(written.map((file) => [file, importsOf(file)]))
  assert.deepEqual(circlesIn(graph), [])
  assert.deepEqual(
    circlesIn(
      new Map([
        ['a', ['b']],
        ['b', ['a']],
      ]),
    ),
    [['a', 'b']],
    'a circle is found',
  )
})

test('no features of a service need each other in a circle', () => {
  for (const service of ['users', 'auth']) {
    const graph = new Map<string, string[]>()
    for (const file of files.filter((one) => one.startsWith(`${service}/`) && !one.endsWith('.test.ts'))) {
      const targets = importsOf(file).filter((target) => target.startsWith(`${service}/`))
      const others = targets.map(dirname).filter((folder) => folder !== dirname(file))
      graph.set(dirname(file), [...(graph.get(dirname(file)) ?? []), ...others])
    }
    assert.deepEqual(circlesIn(graph), [])
    assert.ok(graph.size > 8, 'the check has something to look at')
  }
})

test('the root of a service holds the roof, its settings and the list of an export, and nothing else', () => {
  const atRoot = files.filter((file) => /^(users|auth)\/[^/]+$/.test(file))
  const expected = ['service.ts', 'settings.ts', 'transfers.ts'].flatMap((name) => [
    `auth/${name}`,
    `users/${name}`,
  ])
  assert.deepEqual(atRoot, expected.sort())
})

/** Returns whether a file is written product code, and no test, bench or generated file. */
const isProduct = (file: string) => !/\.test\.ts$|^(tests|bench)\/|\/generated\//.test(file)

test('a cast is forced only where the types of a library leave no other way', () => {
  const forced = files
    .filter(isProduct)
    .map((file) => ({ file, casts: source(file).match(/\bas (never|any|unknown as)\b/g)?.length ?? 0 }))
    .filter(({ casts }) => casts > 0)
  assert.deepEqual(Object.fromEntries(forced.map(({ file, casts }) => [file, casts])), forcedCasts)
})

test('only the compiler makes templates, so that every statement and every piece of HTML is a literal of the code', () => {
  const making = files.filter(
    (file) => isProduct(file) && /\bTemplateStringsArray\b|\braw:/.test(source(file)),
  )
  assert.deepEqual(
    making.filter((file) => !file.startsWith('runtime/database/')),
    ['runtime/html.ts', 'runtime/traces/trace-database.ts'],
  )
})

test('what sets when a delivery is due also sets when that was decided, so that no wrong clock puts it off', () => {
  const setting = files
    .filter(isProduct)
    .flatMap((file) =>
      [...source(file).matchAll(/\bSET [^`]*?\bdue_at = [^`]*/g)].map(([statement]) => ({ file, statement })),
    )
  const against = setting.filter(({ statement }) => !statement.includes('scheduled_at = '))
  assert.deepEqual(against, [])
  assert.ok(setting.length > 5, 'the check has something to look at')
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
    /#contract\/(users|internal-users|auth|tokens|fields)\.ts|\b(userId|sessionId|password)\b/.test(
      source(file),
    ),
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

test('every source file that a document names is there', () => {
  const documents = ['.', 'docs/decisions', 'docs/guide', 'docs/reference', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  )
  // The changelog is left out: it describes earlier versions, by the names that files had then.
  const named = documents
    .filter((document) => document !== 'CHANGELOG.md')
    .flatMap((document) =>
      [...source(document).matchAll(/(?:`|^\/\/ (?:after: )?)((?:\w+\/)[\w./-]+\.ts)(?:`|$)/gm)].map(
        ([, path = '']) => ({
          document,
          path,
        }),
      ),
    )
  assert.deepEqual(
    named.filter(({ path }) => Object.hasOwn(arrows, path.split('/')[0] ?? '') && !files.includes(path)),
    [],
    'The document names a file that is not there. Write the path that it has now.',
  )
  assert.ok(named.length > 50, 'the check has something to look at')
})

/**
 * Returns whether a commit subject begins with its area and has at most 65 characters. Commits before
 * `ruleSince` are not checked.
 */
const isGoodSubject = (subject: string) =>
  subject.length <= 65 && /^[a-z][a-z0-9-]*(, [a-z][a-z0-9-]*)*: \S/.test(subject)
const ruleSince = '2026-11-22T22:00:00Z'

test('what npm links as a command is executable, as npx makes it, so that a clone stays as it is', {
  skip: process.platform === 'win32' ? 'files have no such bit on Windows' : false,
}, () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    bin: Record<string, string>
  }
  const isExecutable = (file: string) => (statSync(join(root, file)).mode & 0o100) !== 0
  assert.deepEqual(
    Object.values(bin).filter((file) => !isExecutable(file)),
    [],
  )
})

test('the subject of a commit begins with its area and has at most 65 characters', () => {
  assert.equal(isGoodSubject('users: count prefix matches in chunks'), true)
  assert.equal(isGoodSubject('Counting whom a prefix fits holds nobody up'), false)
  assert.equal(isGoodSubject(`users: ${'a'.repeat(59)}`), false)
  // An unpacked source has no history to check, and a small container image has no git.
  if (!existsSync(join(root, '.git'))) return
  const options = ['--no-merges', '--format=%s', `--since=${ruleSince}`, '-n', '500']
  const log = spawnSync('git', ['-c', 'safe.directory=*', 'log', ...options], { cwd: root, encoding: 'utf8' })
  if (log.error) return
  assert.equal(log.status, 0, log.stderr)
  assert.deepEqual(
    log.stdout.split('\n').filter((subject) => subject !== '' && !isGoodSubject(subject)),
    [],
  )
})
