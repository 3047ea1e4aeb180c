import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptsConnections } from './accepts-connections.ts'
import { postgresPrograms } from './postgres-programs.ts'
import { freePorts } from './process.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

const program = process.env.LATCHKEY_TEST_PGBOUNCER ?? 'pgbouncer'
const [, version = ''] =
  /PgBouncer (\d+\.\d+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []

/**
 * The reason to skip the tests with a PgBouncer before 1.21, which lacks prepared statements. It is false
 * when such a PgBouncer is installed.
 */
export const whyNoOldPgBouncer =
  version !== '' && Number(version.split('.')[1]) < 21
    ? false
    : `there is no PgBouncer before 1.21 on this machine${version && `, but ${version}`}; LATCHKEY_TEST_PGBOUNCER can name one`

export interface PgBouncer extends AsyncDisposable {
  /** Returns the URL that reaches a database of the server through PgBouncer. */
  url(database: string): string
}

/**
 * Starts a real PgBouncer before a server. In transaction mode it has two connections to the server, so that
 * consecutive transactions use different ones.
 */
export async function startPgBouncer(server: string, mode: 'transaction' | 'session'): Promise<PgBouncer> {
  const { as, own } = postgresPrograms()
  const folder = temporaryFolder()
  const [port] = await freePorts(1)
  const { hostname, port: serverPort, username, password } = new URL(server)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 50 : 2}
max_client_conn = 200
server_round_robin = 1
ignore_startup_parameters = extra_float_digits
`,
  )
  own(folder)
  const child = spawn(program, ['-q', file], { ...as, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const end = async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await until('PgBouncer to listen', () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${child.exitCode}`)
      return acceptsConnections(port ?? 0)
    })
  } catch (error) {
    await end()
    throw error
  }
  return {
    url: (database) => `postgres://${username}@127.0.0.1:${port}${new URL(database).pathname}`,
    [Symbol.asyncDispose]: end,
  }
}
