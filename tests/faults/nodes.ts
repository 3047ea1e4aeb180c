import { type Deployment, newDeployment } from '#tests/support/deployment.ts'
import type { Engine } from '#tests/support/engines.ts'
import { type Started, startProcess } from '#tests/support/process.ts'
import { runCommand } from '#tests/support/run-command.ts'

export interface Nodes extends AsyncDisposable {
  deployment: Deployment
  /** The processes, each of which runs both services: two on PostgreSQL, one on SQLite. */
  started: readonly [Started, ...Started[]]
}

export async function startNodes(engine: Engine, settings: Record<string, string> = {}): Promise<Nodes> {
  await using parts = new AsyncDisposableStack()
  const deployment = parts.use(await newDeployment(engine))
  const environment = { ...deployment.environment, ...settings }
  if (engine === 'postgres') await runCommand(['migrate'], environment)
  const startOne = async () => {
    const one = await startProcess([], environment)
    parts.defer(async () => void (await one.end('SIGTERM')))
    return one
  }
  // The first process creates the secrets in the data folder, and the second process reads them.
  const first = await startOne()
  const started: Nodes['started'] = engine === 'postgres' ? [first, await startOne()] : [first]
  const kept = parts.move()
  return { deployment, started, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
