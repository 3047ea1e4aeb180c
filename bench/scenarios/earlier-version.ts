import { rmSync } from 'node:fs'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { checkOutEarlier } from '../earlier-checkout.ts'
import { ratios, type Sample } from '../figures.ts'
import { httpLoad } from '../load.ts'
import { type Product, startProduct } from '../product.ts'
import { logOuts, lookUps, refreshes, validations } from '../requests.ts'
import { besideAnother, check, contestantsOf, inTurns, type Scenario } from '../scenario.ts'
import { proxied } from '../visitors.ts'
import { idleMiB, loadedMiB } from './memory.ts'
import { oneStartMs } from './start.ts'

const seen = 256
const refreshedAtOnce = 64
const endedInARound = 2_048
const variable = 'BENCH_BEFORE'

type Turn = (round: number) => Promise<Sample>

export const earlierVersion: Scenario = {
  name: 'earlier-version',
  measures: `Validations, refreshes, look-ups by email, logins with a password, logouts, the start from source and memory on SQLite, beside those of the earlier commit that ${variable} names.`,
  isOnRequest: true,
  async run({ rounds, seconds }) {
    const commit = process.env[variable]
    if (!commit) throw new Error(`Set ${variable} to the earlier commit.`)
    await using parts = new AsyncDisposableStack()
    const folder = () => {
      const made = temporaryFolderOnDisk()
      parts.defer(() => rmSync(made, { recursive: true }))
      return made
    }
    const command = checkOutEarlier(commit, folder())
    const wanted = {
      sessions: seen + (refreshedAtOnce + endedInARound) * (rounds + 1),
      settings: proxied.settings,
    }
    const toEnd = seen + refreshedAtOnce * (rounds + 1)
    const own = turnsOf(parts.use(await startProduct(wanted)), { seconds, toEnd, data: folder() })
    const before = turnsOf(parts.use(await startProduct({ ...wanted, command })), {
      seconds,
      toEnd,
      data: folder(),
      command,
    })
    const names = Object.keys(own)
    const samples = await inTurns(
      rounds,
      Object.fromEntries(
        names.flatMap((name): [string, Turn][] => [
          [name, own[name] as Turn],
          [`${name}, before`, before[name] as Turn],
        ]),
      ),
    )
    const compared = (name: string, figure: string) =>
      check(
        `${name}: over that of before`,
        'x',
        ratios(samples[name] ?? [], samples[`${name}, before`] ?? [], figure),
        { atMost: 1.05 },
      )
    return {
      contestants: contestantsOf(samples),
      checks: [
        ...['validate', 'refresh', 'look-up', 'login', 'log-out'].flatMap((name) =>
          besideAnother(samples, { own: name, other: `${name}, before`, target: { atLeast: 0.95 } }),
        ),
        compared('start', 'startMs'),
        compared('idle memory', 'idleMiB'),
        compared('memory after a load', 'afterLoadMiB'),
      ],
      notes: [proxied.note, `Before is ${commit}, with the same packages. Nobody has a second factor.`],
    }
  },
}

function turnsOf(
  product: Product,
  { seconds, toEnd, data, command }: { seconds: number; toEnd: number; data: string; command?: string },
): Record<string, Turn> {
  const { auth: url, population } = product
  const { people, password } = population
  const load = { url, seconds, expect: 200 }
  return {
    validate: () =>
      httpLoad([product], {
        ...load,
        connections: 32,
        requests: validations(population, { from: 0, count: seen }),
      }),
    refresh: (round) =>
      httpLoad([product], {
        ...load,
        connections: refreshedAtOnce,
        carry: 'refresh_token',
        requests: refreshes(population, { from: seen + round * refreshedAtOnce, count: refreshedAtOnce }),
      }),
    login: () =>
      httpLoad([product], {
        ...load,
        connections: 8,
        requests: people.map(({ username }, number) => ({
          method: 'POST',
          path: '/auth/login',
          headers: proxied.headers(number),
          body: { username, password },
        })),
      }),
    'look-up': () =>
      httpLoad([product], {
        ...load,
        url: product.users,
        connections: 32,
        requests: lookUps(population),
      }),
    'log-out': (round) =>
      httpLoad([product], {
        ...load,
        connections: 64,
        seconds: 'each once',
        requests: logOuts(population, { from: toEnd + round * endedInARound, count: endedInARound }),
      }),
    start: async () => ({ startMs: await oneStartMs(data, command) }),
    'idle memory': async () => ({ idleMiB: await idleMiB({}, command) }),
    'memory after a load': async () => ({ afterLoadMiB: await loadedMiB(seconds, command) }),
  }
}
