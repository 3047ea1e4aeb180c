import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Metric } from '../../metrics/metrics.ts'
import { msSinceAnswer, noteLoss, type PostgresBounds, serverProcess } from './connections.ts'
import { isLost, unavailable } from './errors.ts'

/**
 * Statements that commit. The statement timeout of PostgreSQL ends before the commit, so a commit that waits for a synchronous
 * standby has no limit at the server. If this process closed such a connection and opened another, the server would keep both,
 * until no client could connect.
 */
export interface Commits {
  /**
   * Runs `COMMIT`, or a single statement that writes.
   * @throws {Unanswered} after the time limit
   * @throws {Failure} `database_unavailable` when another client cancelled the wait for the standby: a failover may lose the commit
   */
  run(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult>
  /** The number of connections that are held because the server has not answered their commit. */
  count(): number
  metric: Metric
  /** Closes the connections that are held. */
  close(): void
}

export const unansweredMetric = {
  name: 'latchkey_database_commits_unanswered',
  help: 'On PostgreSQL: connections that still wait for the response to a commit, such as while a synchronous standby is missing.',
} as const

/** The longest time of a timer. The library has no value for "no time limit". */
const never = 2 ** 31 - 1

/**
 * The SQLSTATE of the warning that PostgreSQL sends with the success of a commit whose wait for the standby was cancelled
 * (`pg_cancel_backend`, or a pooler whose client is gone). Its text is in the language of the server. No statement of ours causes
 * another warning with this code.
 */
const generalWarning = '01000'

/** The interval at which the server is asked which of the unanswered commits it still works on. */
const askMs = 1_000

/** A commit that the server has not answered in time. Whether it happens is unknown. */
class Unanswered extends Error {
  override message = 'The server has not answered a commit in time.'
  readonly settled: Promise<unknown>
  /** True when a query on another connection got no answer either, so that the server or the network is down. */
  readonly isSilence: boolean
  constructor(settled: Promise<unknown>, isSilence: boolean) {
    super()
    this.settled = settled
    this.isSilence = isSilence
  }
}

/**
 * Gives a connection back to its pool after an error. A connection whose commit is unanswered counts as in use until the server
 * has let it go.
 */
export function giveBack(client: pg.PoolClient, error: unknown): void {
  const isUnanswered = error instanceof Unanswered
  if (!isUnanswered || error.isSilence) noteLoss(client, error)
  if (isUnanswered) error.settled.finally(() => client.release(true))
  else client.release(isLost(error))
}

/**
 * Watches statements that commit. `findActive` returns those of some processes of the server that are at work. `onUnanswered` is
 * called for each commit that the server has not answered in time.
 */
export function watchCommits(
  { silenceMs }: Pick<PostgresBounds, 'silenceMs'>,
  { findActive, onUnanswered }: { findActive(pids: number[]): Promise<number[]>; onUnanswered(): void },
): Commits {
  const held = new Set<pg.PoolClient>()
  let timer: NodeJS.Timeout | undefined

  function hold(client: pg.PoolClient, answer: Promise<unknown>, askedAt: number): Unanswered {
    held.add(client)
    // Behind a pooler the server cannot be asked about a commit. Then only TCP notices that the machine is gone.
    socketOf(client).setKeepAlive(true, askMs)
    timer ??= setTimeout(ask, askMs)
    onUnanswered()
    const settled = answer.then(
      () => held.delete(client),
      () => held.delete(client),
    )
    return new Unanswered(settled, msSinceAnswer(client) > performance.now() - askedAt)
  }

  /**
   * Closes the held connections that the server no longer works for: the commit has never arrived there, or its answer was lost,
   * or another server has taken over.
   */
  async function ask(): Promise<void> {
    const clients = [...held].flatMap((client) => {
      const pid = serverProcess(client)
      return pid === undefined ? [] : [{ client, pid }]
    })
    if (clients.length === 0) return again()
    // While no server answers, no other connection could be opened either, and all of them stay held.
    const active = await findActive(clients.map(({ pid }) => pid)).catch(() => undefined)
    if (active) {
      for (const { client, pid } of clients) if (!active.includes(pid)) socketOf(client).destroy()
    }
    again()
  }
  function again(): void {
    timer = held.size > 0 ? setTimeout(ask, askMs) : undefined
  }

  return {
    async run(client, query) {
      const { promise: silence, reject } = Promise.withResolvers<never>()
      const answer = client.query({ ...query, query_timeout: never } as pg.QueryConfig)
      let limit = setTimeout(
        () => {
          // On a quiet node no other statement would show whether the server still answers.
          const askedAt = performance.now()
          findActive([]).catch(() => {})
          limit = setTimeout(() => reject(hold(client, answer, askedAt)), silenceMs / 3)
        },
        silenceMs - silenceMs / 3,
      )
      let warning: string | undefined
      const noteWarning = ({
        code,
        message,
      }: {
        code?: string | undefined
        message?: string | undefined
      }) => {
        if (code === generalWarning) warning = message ?? ''
      }
      client.on('notice', noteWarning)
      try {
        const result = await Promise.race([answer, silence])
        if (warning !== undefined)
          throw unavailable(new Error(`The commit may be on no standby. The server warns: ${warning}`))
        return result
      } finally {
        clearTimeout(limit)
        client.off('notice', noteWarning)
      }
    },
    count: () => held.size,
    metric: { ...unansweredMetric, read: () => new Map([['', held.size]]) },
    close() {
      clearTimeout(timer)
      for (const client of held) socketOf(client).destroy()
    },
  }
}

const socketOf = (client: pg.PoolClient): Socket => client.connection.stream as Socket
