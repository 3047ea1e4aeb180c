import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { Operation, Recorder } from './history.ts'
import type { FaultyNode, Scene } from './scene.ts'
import { wireFaults } from './wire.ts'

export const faultKinds = ['kill', 'pause', 'cut', 'inner cut', 'clock step', 'promotion'] as const
export type FaultKind = (typeof faultKinds)[number]

/** A fault that happened. */
export interface Fault {
  kind: FaultKind
  /** The node that it happened to, or undefined for all nodes. */
  node: number | undefined
  start: number
  /** The moment from which on the recovery takes its time: that of a kill or a promotion itself, and of all others the end. */
  end: number
}

export interface Faults {
  happened: readonly Fault[]
  /** Resolves when the current fault is over and all nodes run with the right clock. */
  stop(): Promise<void>
}

const minute = 60_000
/** How wrong a clock is, either way. */
const stepsMs = [minute, 10 * minute, 30 * minute, 2 * 60 * minute]

/** Starts faults, one after the other, with pauses in between. `promoteAfterMs` is the time of the promotion, if there is one. */
export function startFaults(options: {
  scene: Scene
  recorder: Recorder
  random: Random
  promoteAfterMs: number | undefined
}): Faults {
  const { scene, recorder, random, promoteAfterMs } = options
  const happened: Fault[] = []
  const startedAt = recorder.now()
  const isSteppedAt = scene.nodes.map(() => false)
  let isOver = false
  let isPromoted = promoteAfterMs === undefined

  async function cause(kind: FaultKind, place: number): Promise<void> {
    const node = scene.nodes[place] as FaultyNode
    const start = recorder.now()
    let happenedAt = kind === 'kill' ? start : undefined
    await work[kind](node, place, () => {
      happenedAt = recorder.now()
    })
    const end = happenedAt ?? recorder.now()
    happened.push({ kind, node: kind === 'promotion' ? undefined : place, start, end })
  }

  const work: Record<FaultKind, (node: FaultyNode, place: number, happens: () => void) => Promise<unknown>> =
    {
      kill: async ({ processes }) => random.pick(processes)?.restart(random.pick(scene.commands)),
      pause: async ({ processes }) => random.pick(processes)?.pause(200 + random.below(4_000)),
      cut: async ({ wires }) =>
        random.pick(wires)?.fail(random.pick(wireFaults) ?? 'closed', 200 + random.below(2_500)),
      'inner cut': async ({ inner }) =>
        random.pick(inner)?.fail(random.pick(wireFaults) ?? 'closed', 200 + random.below(2_500)),
      'clock step': async ({ processes }, place) => {
        const offsetMs = (random.pick(stepsMs) ?? minute) * (random.below(2) === 0 ? 1 : -1)
        const isBack = isSteppedAt[place] === true
        for (const one of processes) one.setClock(isBack ? 0 : offsetMs)
        isSteppedAt[place] = !isBack
      },
      promotion: async (_node, _place, happens) => {
        isPromoted = true
        await scene.promote?.(happens)
      },
    }
  // Each kind of fault comes as often as the others, in an order of its own each time.
  const deck: FaultKind[] = []
  const draw = (): FaultKind => {
    if (deck.length === 0) deck.push('kill', 'pause', 'cut', 'inner cut', 'clock step')
    return deck.splice(random.below(deck.length), 1)[0] ?? 'kill'
  }

  async function run(): Promise<void> {
    while (!isOver) {
      await sleep(400 + random.below(2_600))
      if (isOver) return
      const isDue = !isPromoted && recorder.now() - startedAt > (promoteAfterMs ?? 0)
      const kind = isDue ? 'promotion' : draw()
      await cause(kind, random.below(scene.nodes.length))
    }
  }
  const running = run()
  running.catch(() => {})
  return {
    happened,
    async stop() {
      isOver = true
      await running
      for (const { processes } of scene.nodes) for (const one of processes) one.setClock(0)
    },
  }
}

/** Returns the times after which both services had succeeded again at the node of each fault, in milliseconds. */
export function recoveriesOf(
  happened: readonly Fault[],
  operations: readonly Operation[],
): Map<FaultKind, number[]> {
  const done = operations.filter(({ outcome }) => outcome === 'ok').toSorted((a, b) => a.start - b.start)
  const isAtAuth = ({ kind }: Operation) =>
    ['validate', 'refresh', 'logIn', 'logOut', 'changePassword', 'useLink'].includes(kind)
  const times = new Map<FaultKind, number[]>()
  for (const { kind, node, end } of happened) {
    const after = done.slice(lowerBound(done, end)).filter((one) => node === undefined || one.node === node)
    const ends = [true, false].map((wanted) => after.find((one) => isAtAuth(one) === wanted)?.end)
    // A fault shortly before the end of the history may have nothing after it.
    if (ends.includes(undefined)) continue
    times.set(kind, [...(times.get(kind) ?? []), Math.max(...ends.map((one = 0) => one)) - end])
  }
  return times
}

/** Returns the place of the first operation that began after a moment. */
function lowerBound(sorted: readonly Operation[], moment: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.start ?? 0) > moment) high = middle
    else low = middle + 1
  }
  return low
}
