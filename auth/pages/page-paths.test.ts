import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Oidc } from '../oidc/core/oidc.ts'
import { linkPaths, ownPaths } from './core/page-paths.ts'
import type { Pages } from './core/pages.ts'
import { allPages } from './page-answers.ts'

test('every path that a start registers has a page that answers each of its methods, and every page a path', () => {
  const registered = Object.entries({ ...linkPaths, ...ownPaths }).map(([path, methods]) => [
    path,
    [...methods],
  ])
  const answered = allPages({} as Pages, {} as Oidc).map(({ path, show, send }) => [
    path,
    [...(show ? ['GET'] : []), ...(send ? ['POST'] : [])],
  ])
  assert.deepEqual(answered.sort(), registered.sort())
})
