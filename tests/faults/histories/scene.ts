import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '#tests/support/deployment.ts'
import { startCluster } from '#tests/support/postgres-cluster.ts'
import { withHosts } from '#tests/support/postgres-ledger.ts'
import { addStandby } from '#tests/support/postgres-standby.ts'
import { freePorts, lastingPorts } from '#tests/support/process.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { settingsApart } from '#tests/support/services-apart.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { prepareDatabases } from '../prepare-databases.ts'
import type { Random } from '../random.ts'
import { endPrimary } from '../replicated-system.ts'
import { type FaultyProcess, startFaultyProcess } from './faulty-process.ts'
import { startWire, type Wire } from './wire.ts'

/** A place where both services can be reached, through wires that can fail. */
export interface FaultyNode {
  urls: Record<Service, string>
  processes: FaultyProcess[]
  /** The wires from clients to the services. */
  wires: Wire[]
  /** The wires behind the services: to the databases, or between the services. */
  inner: Wire[]
}

export interface Scene extends AsyncDisposable {
  nodes: [FaultyNode, ...FaultyNode[]]
  /** The databases, for a look at what is stored. */
  databases(): Record<Service, string>
  /** Ends the primary database server, calls `hasEnded`, and promotes the standby. Undefined when there is none. */
  promote?: ((hasEnded: () => void) => Promise<void>) | undefined
  /** The version with which a node starts: one of these commands, undefined for this version. */
  commands: (string | undefined)[]
  /** Runs a command of this version. Returns its output. */
  run(args: string[]): Promise<string>
}

/** The time for which the standby gets no commits before a promotion, twice. */
const stepMs = 500

const settings = {
  LATCHKEY_ISSUER: 'https://auth.example.com',
  LATCHKEY_MAILBOX: 'on',
  LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow',
  // Clients send an address of their own, so that the limits of one address do not apply to all of them.
  LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
  LATCHKEY_ACCESS_TOKEN_LIFETIME: '1h',
  LATCHKEY_DATABASE_TIMEOUT: '3s',
  LATCHKEY_PASSWORD_WAIT: '5s',
}

async function runLatchkey(args: string[], environment: Record<string, string>): Promise<string> {
  const { code, out, err } = await runCommand(args, environment)
  if (code !== 0) throw new Error(`latchkey ${args.join(' ')}: ${err}`)
  return out
}

/** Starts one node on SQLite, whose services are two processes with a wire in each direction. */
export async function startSqliteScene(random: Random): Promise<Scene> {
  await using parts = new AsyncDisposableStack()
  const folder = temporaryFolder()
  parts.defer(() => rmSync(folder, { recursive: true, force: true }))
  const apart = await settingsApart()
  const databases = { users: `sqlite:${join(folder, 'users.db')}`, auth: `sqlite:${join(folder, 'auth.db')}` }
  const wireTo = async (url: string) => parts.use(await startWire(url, random))
  const [toUsers, toAuth] = [await wireTo(apart.LATCHKEY_USERS_URL), await wireTo(apart.LATCHKEY_AUTH_URL)]
  const environment = {
    ...settings,
    ...apart,
    LATCHKEY_DATA: folder,
    LATCHKEY_USERS_DATABASE: databases.users,
    LATCHKEY_AUTH_DATABASE: databases.auth,
    LATCHKEY_USERS_URL: new URL(toUsers.url).origin,
    LATCHKEY_AUTH_URL: new URL(toAuth.url).origin,
  }
  const start = async (name: string) =>
    parts.use(await startFaultyProcess({ name, folder, args: [name], environment }))
  const processes = [await start('users'), await start('auth')]
  const [forUsers, forAuth] = [await wireTo(apart.LATCHKEY_USERS_URL), await wireTo(apart.LATCHKEY_AUTH_URL)]
  const kept = parts.move()
  return {
    nodes: [
      {
        urls: { users: new URL(forUsers.url).origin, auth: new URL(forAuth.url).origin },
        processes,
        wires: [forUsers, forAuth],
        inner: [toUsers, toAuth],
      },
    ],
    databases: () => databases,
    commands: [undefined],
    run: (args) => runLatchkey(args, environment),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/**
 * Starts two nodes on PostgreSQL, a primary and a standby that the commits wait for. With `before`, the first node runs an earlier
 * version.
 */
export async function startPostgresScene(random: Random, before?: string): Promise<Scene> {
  await using parts = new AsyncDisposableStack()
  const folder = temporaryFolder()
  parts.defer(() => rmSync(folder, { recursive: true, force: true }))
  const primary = parts.use(await startCluster())
  await Promise.all(['users', 'auth'].map((name) => primary.createDatabase(name)))
  const standby = parts.use(await addStandby(primary, { synchronous: true }))
  const wireTo = async (url: string) => parts.use(await startWire(url, random))
  const environment = (servers: [string, ...string[]]) => {
    const url = (name: string) => {
      const [first, ...others] = servers
      const named = Object.assign(new URL(first), { pathname: `/${name}` }).href
      return `${withHosts(named, ...others)}?target_session_attrs=read-write`
    }
    const databases = { LATCHKEY_USERS_DATABASE: url('users'), LATCHKEY_AUTH_DATABASE: url('auth') }
    return { ...settings, LATCHKEY_DATA: folder, ...databases }
  }
  const operator = environment([primary.url(), standby.url()])
  await prepareDatabases(operator, randomUUID(), before)
  if (before !== undefined) await runLatchkey(['migrate'], operator)
  const ports = await freePorts(4, lastingPorts)
  const startNode = async (place: 0 | 1): Promise<FaultyNode> => {
    const [users, auth] = ports.slice(2 * place)
    const inner = [await wireTo(primary.url()), await wireTo(standby.url())]
    const process = parts.use(
      await startFaultyProcess({
        name: `node-${place}`,
        folder,
        args: [],
        environment: {
          ...environment(inner.map(({ url }) => url) as [string, string]),
          LATCHKEY_USERS_PORT: `${users}`,
          LATCHKEY_AUTH_PORT: `${auth}`,
        },
        command: place === 0 ? before : undefined,
      }),
    )
    const wires = [await wireTo(`http://127.0.0.1:${users}`), await wireTo(`http://127.0.0.1:${auth}`)]
    const [forUsers, forAuth] = wires.map(({ url }) => new URL(url).origin)
    return { urls: { users: forUsers ?? '', auth: forAuth ?? '' }, processes: [process], wires, inner }
  }
  // The first process creates the secrets in the data folder, and the second process reads them.
  const nodes: [FaultyNode, FaultyNode] = [await startNode(0), await startNode(1)]
  let current = primary
  const kept = parts.move()
  return {
    nodes,
    databases: () => ({ users: current.url('users'), auth: current.url('auth') }),
    async promote(hasEnded) {
      // Replies are lost all the while: what clients do not know about must not be lost after others have seen it.
      const wires = nodes.flatMap((node) => node.wires)
      const lost = wires.map((wire) => wire.fail('replies lost', 3 * stepMs))
      await endPrimary(primary, standby, { stepMs })
      hasEnded()
      await standby.promote()
      await Promise.all(lost)
      current = standby
    },
    commands: before === undefined ? [undefined] : [before, undefined],
    run: (args) => runLatchkey(args, operator),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
