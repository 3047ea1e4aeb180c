import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Provider } from '../federation/providers/provider.ts'
import type { Oidc } from '../oidc/core/oidc.ts'
import { callbackPaths, linkPaths, ownPaths, signInPaths } from './core/page-paths.ts'
import type { Pages } from './core/pages.ts'
import { allPages } from './page-answers.ts'

const google = { name: 'google', kind: 'google' } as Provider
/** A provider that sends people back with a form, where others send them back with a redirect. */
const apple = { name: 'apple', kind: 'apple' } as Provider
const providers: ReadonlyMap<string, Provider> = new Map(
  [google, apple].map((provider) => [provider.name, provider]),
)

test('every path that a start registers has a page that answers each of its methods, and every page a path', () => {
  const callbacks = callbackPaths(providers.values())
  const fixed = Object.entries({ ...linkPaths, ...ownPaths, ...signInPaths(providers.values()) })
  const pages = { federation: { providers } } as Pages
  const answered = new Map(
    allPages(pages, {} as Oidc).map(({ path, show, send }): [string, string[]] => [
      path,
      [...(show ? ['GET'] : []), ...(send ? ['POST'] : [])],
    ]),
  )
  for (const [path, methods] of fixed) assert.deepEqual(answered.get(path), [...methods], path)
  for (const [path, methods] of Object.entries(callbacks))
    for (const method of methods) assert.ok(answered.get(path)?.includes(method), path)
  const registered = [...fixed.map(([path]) => path), ...Object.keys(callbacks)]
  assert.deepEqual([...answered.keys()].sort(), registered.sort())
})
