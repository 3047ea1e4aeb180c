import { rmSync } from 'node:fs'
import { type Cluster, queryOnce, startCluster } from '#tests/support/postgres-cluster.ts'
import { withHosts } from '#tests/support/postgres-ledger.ts'
import { addStandby, type Standby } from '#tests/support/postgres-standby.ts'
import { type Started, startProcess } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { prepareDatabases } from './prepare-databases.ts'

export interface FollowedPrimary extends AsyncDisposable {
  primary: Cluster
  standby: Standby
  /** Creates the schema, and the first admin. */
  prepare(): Promise<void>
  /** Starts a node whose database URLs name these servers. */
  startNode(...servers: [string, ...string[]]): Promise<Started>
}

/** Starts a primary whose commits wait for its one standby. `settings` are those of the nodes. */
export async function startFollowedPrimary(settings: Record<string, string>): Promise<FollowedPrimary> {
  await using parts = new AsyncDisposableStack()
  const data = temporaryFolderOnDisk()
  parts.defer(() => rmSync(data, { recursive: true, force: true }))
  const primary = parts.use(await startCluster())
  await Promise.all(['users', 'auth'].map((name) => primary.createDatabase(name)))
  const standby = parts.use(await addStandby(primary, { synchronous: true }))
  const environment = (servers: [string, ...string[]]) => ({
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_MAILBOX: 'on',
    ...settings,
    ...databases(servers),
  })
  const kept = parts.move()
  return {
    primary,
    standby,
    prepare: () => prepareDatabases(environment([primary.url()]), password),
    async startNode(...servers) {
      const node = await startProcess([], environment(servers))
      kept.defer(async () => void (await node.end('SIGKILL')))
      return node
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

function databases([first, ...others]: [string, ...string[]]): Record<string, string> {
  const on = (name: string) =>
    withHosts(Object.assign(new URL(first), { pathname: `/${name}` }).href, ...others)
  return {
    LATCHKEY_USERS_DATABASE: `${on('users')}?target_session_attrs=read-write`,
    LATCHKEY_AUTH_DATABASE: `${on('auth')}?target_session_attrs=read-write`,
  }
}

const password = 'some long words here'
let next = 0

/** Signs a new user up. Returns the status, and the username. */
export async function signUpAt(node: Started): Promise<{ status: number; username: string }> {
  const username = `user${next++}`
  const body = { username, email: `${username}@example.com`, password }
  const { status } = await send('POST', `${node.users}/users/create`, { body })
  return { status, username }
}

/** Logs a user of `signUpAt` in. Returns the status, and the access token. */
export async function logInAt(node: Started, username: string): Promise<{ status: number; token: string }> {
  const { status, body } = await send('POST', `${node.auth}/auth/login`, { body: { username, password } })
  return { status, token: body.access_token }
}

export const validateAt = async (node: Started, token: string): Promise<number> =>
  (await send('GET', `${node.auth}/auth/validate`, { token })).status

/** Returns the users of a list that a server does not have. */
export async function lostAt(server: Cluster, usernames: readonly string[]): Promise<string[]> {
  const rows = await queryOnce<{ username: string }>(server.url('users'), 'SELECT username FROM users')
  const there = new Set(rows.map(({ username }) => username))
  return usernames.filter((username) => !there.has(username))
}
