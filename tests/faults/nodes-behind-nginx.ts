import { randomUUID } from 'node:crypto'
import { logInEndpoint } from '#contract/auth.ts'
import { call } from '#sdk/call.ts'
import { newDeployment } from '#tests/support/deployment.ts'
import { startNginxBeforeNodes, whyNot } from '#tests/support/gateways.ts'
import { freePorts, type Started, startProcess } from '#tests/support/process.ts'
import { RequirementMissing } from './campaign.ts'
import { prepareDatabases } from './prepare-databases.ts'
import type { Addresses } from './requests.ts'

export interface NodesBehindNginx extends AsyncDisposable {
  environment: Record<string, string>
  /** The addresses of both services, which are those of nginx. */
  at: Addresses
  /**
   * Stops a node as a service manager does, and starts it again: with this version, or with the version that `command`
   * belongs to.
   */
  replace(node: 0 | 1, command?: string): Promise<void>
}

/** Starts two nodes on PostgreSQL, behind nginx as `deploy/gateways/nginx-two-nodes.conf` configures it. */
export async function startBehindNginx(command?: string): Promise<NodesBehindNginx> {
  const missing = whyNot('nginx')
  if (missing) throw new RequirementMissing(missing)
  await using parts = new AsyncDisposableStack()
  const deployment = parts.use(await newDeployment('postgres'))
  const environment = {
    ...deployment.environment,
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
    // No access token may expire while a node is stopped, because its refusal would look like a fault.
    LATCHKEY_ACCESS_TOKEN_LIFETIME: '1h',
  }
  const password = randomUUID()
  await prepareDatabases(environment, password, command)
  const ports = await freePorts(4)
  const start = (node: 0 | 1, command?: string) => {
    const [users, auth] = ports.slice(2 * node)
    const own = { LATCHKEY_USERS_PORT: `${users}`, LATCHKEY_AUTH_PORT: `${auth}` }
    return startProcess([], { ...environment, ...own }, command)
  }
  // The first process creates the secrets in the data folder, and the second process reads them.
  const started: [Started, Started] = [await start(0, command), await start(1, command)]
  parts.defer(async () => void (await Promise.all(started.map((one) => one.end('SIGKILL')))))
  const nginx = parts.use(await startNginxBeforeNodes([`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[2]}`]))
  const body = { username: 'root', password }
  const { access_token: token } = await call(logInEndpoint, { body }, { baseUrl: nginx.url })
  const kept = parts.move()
  return {
    environment,
    at: { users: nginx.url, auth: nginx.url, token },
    async replace(node, command) {
      const code = await started[node].end('SIGTERM')
      if (code !== 0) throw new Error(`Node ${node} ended with ${code}.`)
      started[node] = await start(node, command)
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
