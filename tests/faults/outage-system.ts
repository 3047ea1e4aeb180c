import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { logInEndpoint } from '#contract/auth.ts'
import { call } from '#sdk/call.ts'
import { type Cluster, startCluster } from '#tests/support/postgres-cluster.ts'
import { freePorts, type Started, startProcess, usualPatience } from '#tests/support/process.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { prepareDatabases } from './prepare-databases.ts'

export interface LogLine {
  level: string
  msg: string
  /** The cause of the outage that this log line is about. */
  outage?: string
  /** The number of refused requests by limit, in the log line that is written every minute. */
  refused?: Record<string, number>
}

export interface OutageSystem extends AsyncDisposable {
  cluster: Cluster
  /** The processes, each of which runs both services. */
  nodes: readonly Started[]
  adminToken: string
  /** The addresses of the metrics of both services of both nodes, such as `127.0.0.1:9464`. */
  targets: readonly string[]
  /** The log lines of the nodes since they were ready. */
  lines: readonly LogLine[]
}

/** Starts two nodes on one PostgreSQL server, whose commits are durable. */
export async function startOutageSystem(): Promise<OutageSystem> {
  await using parts = new AsyncDisposableStack()
  const data = temporaryFolderOnDisk()
  parts.defer(() => rmSync(data, { recursive: true, force: true }))
  const cluster = parts.use(await startCluster({ settings: { fsync: 'on' } }))
  const environment = {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_DATABASE: await cluster.createDatabase('users'),
    LATCHKEY_AUTH_DATABASE: await cluster.createDatabase('auth'),
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_MAILBOX: 'on',
    ...usualPatience,
  }
  const password = randomUUID()
  await prepareDatabases(environment, password)
  const ports = await freePorts(4)
  const lines: LogLine[] = []
  const nodes: Started[] = []
  for (const [users, auth] of [ports.slice(0, 2), ports.slice(2)]) {
    const own = { LATCHKEY_USERS_OPS_PORT: `${users}`, LATCHKEY_AUTH_OPS_PORT: `${auth}` }
    const node = await startProcess([], { ...environment, ...own })
    parts.defer(async () => void (await node.end('SIGKILL')))
    if (node.child.stdout)
      createInterface({ input: node.child.stdout }).on('line', (line) => lines.push(JSON.parse(line)))
    nodes.push(node)
  }
  const body = { username: 'root', password }
  const { access_token: adminToken } = await call(logInEndpoint, { body }, { baseUrl: nodes[0]?.auth ?? '' })
  const kept = parts.move()
  return {
    cluster,
    nodes,
    adminToken,
    targets: ports.map((port) => `127.0.0.1:${port}`),
    lines,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
