import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { authMigrations } from '#auth/service.ts'
import { systemClock } from '#runtime/clock.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { type Engine, engines, temporaryDatabase } from '#tests/support/engines.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { type Random, seededRandom } from './random.ts'
import type { NodeAnswer, NodeArguments } from './refresh-node.ts'

export interface RaceReport {
  races: number
  refreshes: number
  /**
   * The number of refreshes that got the status 503, mostly because the user service could not be reached.
   */
  interrupted: number
  /**
   * The number of times that all replies of a race were lost, so that the client sent the same token again.
   */
  lost: number
  /** The broken promises, each as a text. */
  violations: string[]
}

const sessionsAtOnce = 8
const dropRate = 0.2
const maxRounds = 50

/** Runs half of the races on each database engine. */
export async function raceOnEachEngine({ seed, rounds = 200_000 }: CampaignOptions): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  for (const engine of engines) {
    const startedAt = performance.now()
    const report = await raceRefreshes(engine, Math.ceil(rounds / engines.length), seed)
    const seconds = (performance.now() - startedAt) / 1000
    outcome.figures.push(
      [`${engine}: races`, report.races],
      [`${engine}: refreshes`, report.refreshes],
      [`${engine}: refreshes answered 503`, report.interrupted],
      [`${engine}: races whose replies were lost`, report.lost],
      [`${engine}: seconds`, seconds.toFixed(0)],
    )
    outcome.violations.push(...report.violations.map((what) => `${engine}: ${what}`))
  }
  return outcome
}

/**
 * Runs races of honest clients. Each client sends one refresh token 2 to 32 times at once to two nodes in
 * processes of their own, and now and then loses the replies. Each token must get exactly one successor, and
 * nobody may be logged out.
 */
export async function raceRefreshes(engine: Engine, races: number, seed: number): Promise<RaceReport> {
  await using database = await temporaryDatabase(engine)
  const first = await openDatabase(database.url, { connections: 1, exclusive: false, onLostWrites: fail })
  await migrate(first, authMigrations, systemClock)
  await first.close()
  const masterKey = randomBytes(32).toString('base64')
  const nodes: RefreshNode[] = []
  try {
    for (const number of [1, 2])
      nodes.push(await startNode({ url: database.url, masterKey, seed: seed + number }))
    const random = seededRandom(seed)
    const report: RaceReport = { races: 0, refreshes: 0, interrupted: 0, lost: 0, violations: [] }
    const clients = Array.from({ length: sessionsAtOnce }, async () => {
      let token = await startSession(nodes[0] as RefreshNode)
      while (report.races < races && report.violations.length < 100) {
        report.races++
        token = await raceOnce(nodes, token, random, report)
      }
    })
    await Promise.all(clients)
    return report
  } finally {
    for (const node of nodes) await node.stop()
  }
}

/** Starts a session, and returns its refresh token. A login that is answered 503, as on a busy machine, is repeated. */
async function startSession(node: RefreshNode): Promise<string> {
  for (let tried = 1; ; tried++) {
    const answer = await node.ask({})
    if ('refreshToken' in answer) return answer.refreshToken
    if (!answer.isOutage || tried === maxRounds) throw new Error(answer.refused)
  }
}

/** Runs one race of refreshes. Returns the successor token, with which the client continues. */
async function raceOnce(
  nodes: RefreshNode[],
  token: string,
  random: Random,
  report: RaceReport,
): Promise<string> {
  const successors = new Set<string>()
  let isLost = true
  let rounds = 0
  // A client that lost all replies has no successor token yet, so it sends the same token again.
  while (isLost || successors.size === 0) {
    const answers = await Promise.all(
      Array.from({ length: 2 + random.below(31) }, () =>
        (random.pick(nodes) as RefreshNode).ask({ refreshToken: token }),
      ),
    )
    report.refreshes += answers.length
    for (const answer of answers) {
      if ('refreshToken' in answer) successors.add(answer.refreshToken)
      else if (answer.isOutage) report.interrupted++
      else report.violations.push(`an honest client was refused: ${answer.refused}`)
    }
    if (++rounds > maxRounds) report.violations.push(`no answer in ${maxRounds} rounds of one race`)
    if (report.violations.length > 100 || rounds > maxRounds) return token
    isLost = random.next() < dropRate
    if (isLost) report.lost++
  }
  if (successors.size > 1) report.violations.push(`${successors.size} successors of one token`)
  return [...successors][0] ?? token
}

interface RefreshNode {
  ask(order: { refreshToken?: string }): Promise<NodeAnswer>
  stop(): Promise<void>
}

async function startNode(arguments_: NodeArguments): Promise<RefreshNode> {
  const child = fork(new URL('./refresh-node.ts', import.meta.url), [JSON.stringify(arguments_)])
  const waiting = new Map<number, (answer: NodeAnswer) => void>()
  let asked = 0
  await isReady(child)
  child.on('message', (answer: NodeAnswer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  child.once('exit', () => {
    for (const [id, resolve] of waiting) resolve({ id, refused: 'the node is gone', isOutage: false })
  })
  return {
    ask(order) {
      const id = ++asked
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        child.send({ id, ...order }, (error) => {
          if (error) resolve({ id, refused: `the node is gone: ${error.message}`, isOutage: false })
        })
      })
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function isReady(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit').then(([code]) => fail(new Error(`A node ended with ${code}.`)))
  gone.catch(() => {})
  await Promise.race([once(child, 'message'), gone])
}

function fail(cause: unknown): never {
  throw cause
}
