import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { findRevision } from './package-revision.ts'

const git = (folder: string, ...args: string[]): string => {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
  const { status, stdout, stderr } = spawnSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return stdout.trim()
}

/** Makes a repository with one commit. */
function newRepository(): { folder: string; commit: string } {
  const folder = temporaryFolder()
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'first')
  return { folder, commit: git(folder, 'rev-parse', 'HEAD') }
}

test('a checkout has the revision of its commit: on a branch, packed, detached and in a worktree', () => {
  const { folder, commit } = newRepository()
  assert.equal(findRevision(folder), commit)
  git(folder, 'pack-refs', '--all')
  assert.equal(findRevision(folder), commit)
  const worktree = join(temporaryFolder(), 'tree')
  git(folder, 'worktree', 'add', '-q', '-b', 'other', worktree)
  assert.equal(findRevision(worktree), commit)
  git(folder, 'checkout', '-q', '--detach')
  assert.equal(findRevision(folder), commit)
})

test('a package has the revision that its build wrote, also inside a repository', () => {
  const { folder } = newRepository()
  const built = 'a1'.repeat(20)
  writeFileSync(join(folder, 'revision.txt'), `${built}\n`)
  assert.equal(findRevision(folder), built)
  writeFileSync(join(folder, 'revision.txt'), 'unknown\n')
  assert.equal(findRevision(folder), undefined)
})

test('a folder without a repository, or with a damaged one, has no revision, and that is no failure', () => {
  const folder = temporaryFolder()
  assert.equal(findRevision(folder), undefined)
  mkdirSync(join(folder, '.git'))
  assert.equal(findRevision(folder), undefined)
  for (const head of ['', 'ref: refs/heads/main', 'ref: refs/heads/../../../etc/passwd', 'nonsense']) {
    writeFileSync(join(folder, '.git/HEAD'), head)
    assert.equal(findRevision(folder), undefined)
  }
})
