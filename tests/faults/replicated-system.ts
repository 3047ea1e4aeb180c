import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { logInEndpoint } from '#contract/auth.ts'
import { call } from '#sdk/call.ts'
import { type Cluster, queryOnce, startCluster } from '#tests/support/postgres-cluster.ts'
import { addStandby, type Standby } from '#tests/support/postgres-standby.ts'
import { type Started, startProcess, usualPatience } from '#tests/support/process.ts'
import { startProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { prepareDatabases } from './prepare-databases.ts'

/**
 * The way in which the primary fails. `killed`: its processes are gone. `silent`: its machine sends nothing
 * more and does not even refuse a connection.
 */
export type PrimaryFault = 'killed' | 'silent'

export interface ReplicatedSystem extends AsyncDisposable {
  standby: Standby
  /**
   * Ends the primary at a bad moment, when its last commits are not acknowledged. The standby still receives
   * the first of these commits from the network, but never the later ones.
   */
  endPrimary(): Promise<void>
  /** The processes, each of which runs both services. */
  nodes: readonly Started[]
  adminToken: string
  /** The log lines of the nodes about failures that the contract (the declared endpoints) does not list. */
  unlisted: readonly string[]
}

/**
 * Starts two nodes of each service. They know two PostgreSQL servers, a primary and a standby that follows
 * it.
 */
export async function startReplicatedSystem(fault: PrimaryFault): Promise<ReplicatedSystem> {
  await using parts = new AsyncDisposableStack()
  const data = temporaryFolderOnDisk()
  parts.defer(() => rmSync(data, { recursive: true, force: true }))
  const primary = parts.use(await startCluster({ settings: { fsync: 'on' } }))
  await Promise.all(['users', 'auth'].map((name) => primary.createDatabase(name)))
  const standby = parts.use(await addStandby(primary, { synchronous: true }))

  const network = fault === 'silent' ? parts.use(await startProxy(primary.url())) : undefined
  const environment = {
    ...databases([network?.url ?? primary.url(), standby.url()]),
    LATCHKEY_DATA: data,
    ...anyPorts,
    ...usualPatience,
  }
  const password = randomUUID()
  await prepareDatabases(environment, password)
  const startNode = async () => {
    const node = await startProcess([], environment)
    parts.defer(async () => void (await node.end('SIGKILL')))
    return node
  }
  const nodes = await Promise.all([startNode(), startNode()])
  const body = { username: 'root', password }
  const { access_token: adminToken } = await call(logInEndpoint, { body }, { baseUrl: nodes[0].auth })
  const unlisted: string[] = []
  for (const { child } of nodes) {
    child.stdout?.setEncoding('utf8')
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.includes('failure not declared by its endpoint')) unlisted.push(line)
      })
  }
  const kept = parts.move()
  return {
    standby,
    endPrimary: () => endPrimary(primary, standby, { network }),
    nodes,
    adminToken,
    unlisted,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/**
 * Ends a primary while its last commits are not acknowledged: the standby receives the first of them from the network, but never the
 * later ones. With `network`, the primary goes silent instead of being killed.
 */
export async function endPrimary(
  primary: Cluster,
  standby: Cluster,
  { network, stepMs = 150 }: { network?: Pick<TcpProxy, 'freeze'> | undefined; stepMs?: number } = {},
): Promise<void> {
  const sender = await processOf(primary, 'pg_stat_replication')
  const receiver = await processOf(standby, 'pg_stat_wal_receiver')
  process.kill(receiver, 'SIGSTOP')
  await sleep(stepMs)
  if (network) network.freeze()
  else {
    process.kill(sender, 'SIGSTOP')
    await sleep(stepMs)
    await primary.kill()
  }
  process.kill(receiver, 'SIGCONT')
}

const anyPorts = {
  LATCHKEY_USERS_PORT: '0',
  LATCHKEY_AUTH_PORT: '0',
  LATCHKEY_ISSUER: 'https://auth.example.com',
  LATCHKEY_MAILBOX: 'on',
}

async function processOf(cluster: Cluster, view: string): Promise<number> {
  const [row] = await queryOnce<{ pid: number }>(cluster.url(), `SELECT pid FROM ${view}`)
  if (!row) throw new Error(`Nothing is in ${view}.`)
  return row.pid
}

function databases(servers: string[]) {
  const { password } = new URL(servers[0] ?? '')
  const hosts = servers.map((server) => new URL(server).host).join()
  const url = (name: string) =>
    `postgres://latchkey:${password}@${hosts}/${name}?target_session_attrs=read-write`
  return { LATCHKEY_USERS_DATABASE: url('users'), LATCHKEY_AUTH_DATABASE: url('auth') }
}
