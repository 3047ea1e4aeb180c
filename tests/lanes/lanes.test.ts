import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import packageJson from '../../package.json' with { type: 'json' }
import {
  allEngines,
  dearFiles,
  type Engine,
  enginesOf,
  filesOf,
  findTestFiles,
  fromRoot,
  isJourney,
  lanes,
  ownProcess,
  wholeInRest,
} from '../support/lanes.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { groupsOf } from './groups.ts'
import { type RanFiles, runInLane } from './run-in-lane.ts'

const paths = findTestFiles()
const sourceOf = (path: string) => readFileSync(fromRoot(path), 'utf8')
const planned = new Map(lanes.map((lane) => [lane, filesOf(lane, paths, sourceOf)]))

test('no folder has a test file that no lane looks for', () => {
  const files = globSync('**/*.test.ts', {
    cwd: fromRoot(''),
    exclude: ['**/node_modules', '.cache', 'dist'],
  })
  assert.deepEqual(
    files.filter((path) => !paths.includes(path)),
    [],
  )
})

test('each test file runs in a lane, and a journey on each engine in one lane, or on both in the rest', () => {
  assert.ok(paths.length > 300, 'the check has something to look at')
  for (const path of paths) {
    const inLanes = lanes.filter((lane) => planned.get(lane)?.some((file) => file.path === path))
    if (!isJourney(sourceOf(path))) {
      assert.deepEqual(inLanes, [Object.hasOwn(wholeInRest, basename(path)) ? 'rest' : 'first'], path)
      continue
    }
    const seen = inLanes.flatMap((lane) => enginesOf(path, lane))
    assert.deepEqual(seen.toSorted(), allEngines.toSorted(), path)
  }
})

test('each engine runs about half of the journeys in each lane', () => {
  const journeys = paths.filter((path) => isJourney(sourceOf(path)) && !(basename(path) in wholeInRest))
  const onSqlite = journeys.filter((path) => enginesOf(path, 'first').includes('sqlite'))
  assert.ok(journeys.length > 100, 'the check has something to look at')
  const share = onSqlite.length / journeys.length
  assert.ok(share > 0.4 && share < 0.6, `${share} of the journeys are on SQLite in the first lane`)
})

test('a file keeps its engine when it moves to another folder, and runs on both without a lane', () => {
  assert.deepEqual(enginesOf('a/sessions.test.ts', 'first'), enginesOf('b/c/sessions.test.ts', 'first'))
  assert.deepEqual(enginesOf('a/sessions.test.ts', undefined), allEngines)
})

test('a test for each engine says in its name on which engine it is: the rest finds it by that', () => {
  const loops = paths.flatMap((path) =>
    [...sourceOf(path).matchAll(/\bof engines\)[\s\S]*?\b(?:test|describe)\((.*)/g)].map(([, call = '']) => ({
      path,
      call,
    })),
  )
  assert.ok(loops.length > 20, 'the check has something to look at')
  // The line may go on behind the name, or the name may end behind the line.
  assert.deepEqual(
    loops.filter(({ call }) => !/\bon \$\{engine\}/.test(call)),
    [],
  )
})

test('the lists name test files that are there', () => {
  const names = new Set(paths.map((path) => basename(path)))
  const listed = [wholeInRest, ownProcess, dearFiles].flatMap((list) => Object.keys(list))
  assert.deepEqual(
    listed.filter((name) => !names.has(name)),
    [],
  )
})

test('both lanes together run what a run without a lane does, and no test twice', async () => {
  const path = join(temporaryFolder(), 'sample.test.ts')
  const support = new URL('../support/engines.ts', import.meta.url).href
  writeFileSync(
    path,
    `import { describe, test } from 'node:test'
     import { engines } from '${support}'
     test('without an engine', () => {})
     for (const engine of ${'engines'}) {
       describe(\`on \${engine}\`, () => test('in a group', () => {}))
       describe('a group', () => void test(\`alone, on \${engine}\`, () => {}))
     }`,
  )
  const [whole, first, rest] = await Promise.all([
    runInLane([path], undefined),
    runInLane([path], 'first'),
    runInLane([path], 'rest'),
  ])
  const namesOf = ({ files }: RanFiles) => files[0]?.names
  const namesOn = (engine: Engine) => [`on ${engine} > in a group`, `a group > alone, on ${engine}`]
  const [one = 'sqlite', other = 'sqlite'] = [enginesOf(path, 'first')[0], enginesOf(path, 'rest')[0]]
  assert.deepEqual(namesOf(whole), ['without an engine', ...allEngines.flatMap(namesOn)])
  assert.deepEqual(namesOf(first), ['without an engine', ...namesOn(one)])
  assert.deepEqual(namesOf(rest), namesOn(other))
  assert.ok(whole.passed && first.passed && rest.passed)
  assert.ok((whole.files[0]?.seconds ?? 0) > 0, 'the cost of the file is known')
})

test('each file of a lane is in one group, with files of the same engines and the same tests', () => {
  for (const lane of [...lanes, undefined]) {
    const files = filesOf(lane, paths, sourceOf)
    const groups = groupsOf(files, { lane, record: { 'sessions.test.ts': 100 } })
    assert.deepEqual(
      groups.flatMap((group) => group.paths).toSorted(),
      files.map(({ path }) => path).toSorted(),
    )
    assert.ok(groups.length < files.length / 3, 'most files share a process')
    for (const { paths: together, names } of groups) {
      assert.equal(new Set(together.map((path) => enginesOf(path, lane).join())).size, 1, together.join())
      for (const path of together)
        assert.deepEqual(files.find((file) => file.path === path)?.names, names, path)
      const alone = together.filter((path) =>
        [...Object.keys(ownProcess), 'sessions.test.ts'].includes(basename(path)),
      )
      assert.ok(alone.length === 0 || together.length === 1, together.join())
    }
  }
})

test('files that share a process share no hooks, and each has its own names, cost and faults', async () => {
  const folder = temporaryFolder()
  const write = (name: string, code: string) => {
    const path = join(folder, `${name}.test.ts`)
    writeFileSync(path, `import { afterEach, beforeEach, test } from 'node:test'\n${code}`)
    return path
  }
  const hooks = "beforeEach(() => console.log('begun')); afterEach(() => console.log('ended'))"
  const whole = [
    write('first', `${hooks}; test('one', () => {}); test('two', { skip: 'why' })`),
    write(
      'second',
      "test('one', () => { for (const { user } = process.cpuUsage(); process.cpuUsage().user - user < 300_000;); })",
    ),
  ]
  const ran = await runInLane(whole, undefined)
  assert.deepEqual([ran.passed, ran.failed], [true, []])
  assert.deepEqual(
    ran.files.map(({ names }) => names),
    [['one', 'two'], ['one']],
  )
  assert.deepEqual(ran.printed.match(/begun|ended/g), ['begun', 'ended'])
  const [one = 0, other = 0] = ran.files.map(({ seconds }) => seconds)
  assert.ok(one > 0 && other >= 0.3, `${one} s and ${other} s`)
  const broken = [write('unloaded', "throw new Error('this file does not load')"), ...whole]
  const faulty = await runInLane(
    [...broken, write('failing', "test('three', () => { throw new Error('no') })")],
    undefined,
  )
  assert.equal(faulty.passed, false)
  assert.deepEqual(faulty.failed, [broken[0], 'three'])
  assert.deepEqual(
    faulty.files.map(({ names }) => names),
    [[], ['one', 'two'], ['one'], ['three']],
  )
})

const failing: Record<string, { code: string; lastLine: RegExp; startsChild?: true }> = {
  'it never returns to the event loop': {
    code: `test('begins', () => {}); test('hangs', async () => {
      console.log('before the loop')
      await new Promise((resolve) => setTimeout(resolve, 100))
      // The thread waits for ever, at no cost.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`,
    lastLine: /The last line: hangs/,
  },
  'it leaves a server open': {
    code: `import { createServer } from 'node:http'
      test('passes', () => void createServer().listen(0, '127.0.0.1'))`,
    lastLine: /The last line: passes/,
  },
  'it leaves a child that keeps its output open': {
    code: `import { spawn } from 'node:child_process'
      test('starts', () => {
        const beat = "setInterval(() => require('node:fs').writeFileSync('heartbeat', ''), 10)"
        spawn(process.execPath, ['-e', beat], { stdio: 'inherit', cwd: new URL('.', import.meta.url) })
      })`,
    lastLine: /The last line: starts/,
    startsChild: true,
  },
  'it ends, and a program that it has left behind keeps its output open': {
    code: `import { spawn } from 'node:child_process'
      test('leaves', () => {
        const later = 'setTimeout(() => {}, 40_000)'
        spawn(process.execPath, ['-e', later], { stdio: 'inherit', detached: true }).unref()
      })`,
    lastLine: /The last line: leaves/,
  },
}

// The limit is longer than a slow machine needs to start a file, and the files wait for it together.
describe('a file that does not end by itself is ended with its children, and fails with its name', {
  concurrency: true,
}, () => {
  for (const [what, { code, lastLine, startsChild = false }] of Object.entries(failing))
    test(what, async () => {
      const folder = temporaryFolder()
      const path = join(folder, 'open.test.mjs')
      writeFileSync(path, `import { test } from 'node:test'\n${code}`)
      const ran = await runInLane([path], undefined, { limitMs: 15_000 })
      assert.equal(ran.passed, false)
      assert.match(ran.printed, /open\.test\.mjs ran for longer than 15 s and was ended/)
      assert.match(ran.printed, lastLine)
      // The child adds to the file until it is killed, so that the file can be removed for good.
      const heartbeat = join(folder, 'heartbeat')
      assert.equal(existsSync(heartbeat), startsChild)
      if (!startsChild) return
      rmSync(heartbeat)
      await setTimeout(500)
      assert.equal(existsSync(heartbeat), false, 'the child has ended too')
    })
})

test('each file of a group has the limit for itself, and the one that does not end is named', async () => {
  const folder = temporaryFolder()
  const write = (name: string, code: string) => {
    const path = join(folder, `${name}.test.ts`)
    writeFileSync(path, `import { test } from 'node:test'\n${code}`)
    return path
  }
  const slow = (name: string) =>
    write(name, "test('one', () => new Promise((resolve) => setTimeout(resolve, 9_000)))")
  const hung = write('hung', "test('two', () => new Promise((resolve) => setTimeout(resolve, 120_000)))")
  const ran = await runInLane([slow('first'), slow('second'), hung], undefined, { limitMs: 15_000 })
  assert.deepEqual(
    ran.files.map(({ names }) => names),
    [['one'], ['one'], []],
  )
  assert.match(ran.printed, /hung\.test\.ts ran for longer than 15 s and was ended\. The last line: two/)
})

test('the run of all tests loses no result: it does not end before all are reported', () => {
  // With the flag `--test-force-exit`, Node ends a test file without waiting until its last results are written.
  assert.doesNotMatch(packageJson.scripts['test:full'], /force-exit/)
})
