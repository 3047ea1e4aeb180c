import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the commit that this code was built from: of a package, what its build wrote into `revision.txt`; of a checkout, what its
 * `.git` has checked out. Undefined if neither is there. Git itself does not run, because a server may not have it.
 */
export function packageRevision(): string | undefined {
  // The first result is kept, because the running code stays the same when another commit is checked out.
  known ??= { revision: findRevision(here) }
  return known.revision
}

let known: { revision: string | undefined } | undefined
const here = fileURLToPath(new URL('../', import.meta.url))

export function findRevision(folder: string): string | undefined {
  const built = findText(join(folder, 'revision.txt'))
  return hashIn(built) ?? (built === undefined ? checkedOut(folder) : undefined)
}

function checkedOut(folder: string): string | undefined {
  // In a worktree, `.git` is a file that names the folder of the worktree, and that names the one of the repository.
  const pointer = /^gitdir: (.+)$/m.exec(findText(join(folder, '.git')) ?? '')?.[1]
  const git = pointer === undefined ? join(folder, '.git') : resolve(folder, pointer)
  const head = findText(join(git, 'HEAD'))
  const branch = /^ref: (refs\/\S+)$/m.exec(head ?? '')?.[1]
  if (branch === undefined) return hashIn(head)
  const common = resolve(git, findText(join(git, 'commondir'))?.trim() ?? '.')
  const packed = findText(join(common, 'packed-refs'))?.split('\n') ?? []
  return hashIn(findText(join(common, branch))) ?? hashIn(packed.find((line) => line.endsWith(` ${branch}`)))
}

/** Returns the hash of a commit at the beginning of a text: 40 digits with SHA-1, 64 with SHA-256. */
const hashIn = (text: string | undefined): string | undefined =>
  /^(?:[0-9a-f]{64}|[0-9a-f]{40})\b/.exec(text ?? '')?.[0]

function findText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
