import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { Service } from '#tests/support/deployment.ts'
import type { Engine } from '#tests/support/engines.ts'
import { migratedDatabase } from '#tests/support/migrated-database.ts'
import { passkeySettings } from '#tests/support/passkey-user.ts'
import { compileCache, inherited, patience } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import type { KillPoint } from './kill-at-commit.ts'
import type { NodeAddresses, NodeArguments, NodeOrder } from './node.ts'

interface Node extends NodeAddresses {
  child: ChildProcess
}

/**
 * Nodes that can be ordered to kill themselves: two on PostgreSQL, one on SQLite. They share a clock that moves only when
 * `advance` is called.
 */
export interface KillableNodes extends AsyncDisposable {
  urls: Record<Service, string>
  now(): number
  /** The addresses of all nodes, including a node that was killed: clients do not know that it is dead. */
  addresses(): NodeAddresses[]
  /** Moves the clock of all nodes. */
  advance(ms: number): Promise<void>
  /** Orders one node to kill itself at a commit. */
  arm(place: number, point: KillPoint): Promise<void>
  /**
   * Starts the dead nodes again, and cancels the order to kill itself at all others. Returns how many nodes were dead.
   */
  revive(): Promise<number>
}

const script = new URL('./node.ts', import.meta.url)

export async function startKillableNodes(
  engine: Engine,
  settings: Record<string, string>,
): Promise<KillableNodes> {
  await using parts = new AsyncDisposableStack()
  const data = temporaryFolder()
  parts.defer(() => rmSync(data, { recursive: true, force: true }))
  const users = parts.use(await migratedDatabase(engine, 'users'))
  const auth = parts.use(await migratedDatabase(engine, 'auth'))
  let now = Date.now()
  const environment = {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_DATABASE: users.url,
    LATCHKEY_AUTH_DATABASE: auth.url,
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_MAILBOX: 'on',
    ...passkeySettings,
    ...patience,
    ...settings,
    LATCHKEY_USERS_OPS_PORT: '0',
    LATCHKEY_AUTH_OPS_PORT: '0',
    LATCHKEY_USERS_GRPC_PORT: '0',
    LATCHKEY_AUTH_GRPC_PORT: '0',
    LATCHKEY_ACCESS_TOKEN_LIFETIME: '1h',
  }
  const startOne = async (): Promise<Node> => {
    const child = fork(script, [JSON.stringify({ environment, now } satisfies NodeArguments)], {
      env: { ...inherited(), NODE_COMPILE_CACHE: compileCache },
    })
    return { child, ...((await answerOf(child)) as NodeAddresses) }
  }
  const nodes: Node[] = []
  parts.defer(async () => void (await Promise.all(nodes.map(({ child }) => end(child)))))
  // The first node creates the secrets in the data folder, and the second node reads them.
  nodes.push(await startOne())
  if (engine === 'postgres') nodes.push(await startOne())
  const tell = (node: Node, order: Omit<NodeOrder, 'now'>) => {
    const answered = answerOf(node.child)
    // An error while sending is ignored here, because the missing reply shows it.
    node.child.send({ ...order, now } satisfies NodeOrder, () => {})
    return answered
  }
  const kept = parts.move()
  return {
    urls: { users: users.url, auth: auth.url },
    now: () => now,
    addresses: () => nodes,
    async advance(ms) {
      now += ms
      await Promise.all(nodes.map((node) => tell(node, {})))
    },
    async arm(place, killPoint) {
      await tell(nodes[place % nodes.length] as Node, { killPoint })
    },
    async revive() {
      let dead = 0
      for (const [place, node] of nodes.entries()) {
        // A node that is about to kill itself does not answer this message.
        const isAlive = await tell(node, {}).then(
          () => true,
          () => false,
        )
        if (isAlive) continue
        dead++
        nodes[place] = await startOne()
      }
      return dead
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Waits for the next message of a node. */
async function answerOf(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('The node is dead.')
  const ended = new AbortController()
  try {
    const { signal } = ended
    const answered = once(child, 'message', { signal }).then(([message]) => message)
    const gone = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`The node ended with ${code}.`)
    })
    return await Promise.race([answered, gone])
  } finally {
    ended.abort()
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
