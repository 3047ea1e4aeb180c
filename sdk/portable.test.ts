import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const root = new URL('../', import.meta.url).pathname
const sources = readdirSync(join(root, 'sdk'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => `sdk/${name}`)

/**
 * The only imports from outside of the library that its files may have: an adapter may import the types of its framework, and
 * the issuer for tests may use Node, because it runs a server. `signIn()` speaks OAuth by a library, which one file imports.
 */
const allowed: Record<string, RegExp> = {
  'sdk/adapters/hono.ts': /^import type [^;]+ from 'hono'$/,
  // The hook must come from React itself, because it only works with the copy of React that renders the page.
  'sdk/adapters/react.ts': /^import \{ useSyncExternalStore \} from 'react'$/,
  'sdk/server/hosted/provider-requests.ts': /^import \* as oauth from 'oauth4webapi'$/,
  'sdk/testing.ts': /^import [^;]+ from 'node:http'$/,
}

const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !allowed[file]?.test(line))
      .join('\n')
      .matchAll(
        /(?:^(?:import|export|\}).* from|(?<![/'])\bimport\s*\(?|(?<!\.)\brequire\s*\()\s*'([^'\n]+)'/gm,
      ),
  ].map((match) => match[1] ?? '')

test('the client library and what it imports need no package and nothing of Node', () => {
  const reached = new Set<string>()
  const foreign: string[] = []
  const follow = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const name of importsOf(file)) {
      if (name.startsWith('#contract/')) follow(name.slice(1))
      else if (name.startsWith('.')) follow(normalize(join(dirname(file), name)))
      else foreign.push(`${file} -> ${name}`)
    }
  }
  sources.forEach(follow)
  assert.deepEqual(foreign, [])
  assert.ok(
    reached.has('contract/declaration/failures.ts') && reached.size > 15,
    'the check has something to look at',
  )
})

test('the library for OAuth is imported by a file that nothing loads before a sign-in needs it', () => {
  const name = 'provider-requests.ts'
  const importers = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/^.*provider-requests\.ts'.*$/gm)].map(([line]) => `${file}: ${line.trim()}`)
  })
  assert.ok(importers.length > 0, name)
  const isLazy = (line: string) =>
    line.includes('import type') || / import\('\.\/provider-requests/.test(line)
  assert.deepEqual(
    importers.filter((line) => !isLazy(line)),
    [],
  )
})

test('it is typed for the web platform, without the types of Node', () => {
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(compiler, ['-p', join(root, 'sdk')], { encoding: 'utf8' })
  assert.equal(stdout, '')
  assert.equal(status, 0)
})

test('nothing but the tests of an application reaches the issuer for tests', () => {
  assert.deepEqual(
    sources.filter((file) => importsOf(file).some((name) => name.endsWith('/testing.ts'))),
    [],
  )
})
