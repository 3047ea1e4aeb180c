import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundAnswers } from './answers.ts'
import { layDown, whatIsLost } from './crash-image.ts'
import { createDisk } from './disk.ts'
import type { Operation, Person } from './people.ts'
import type { Random } from './random.ts'
import { startOn } from './start-on.ts'
import { type Call, readTrace } from './trace.ts'

/** The folders and the trace file of a run whose system calls were recorded. */
export interface TracedRun {
  folder: string
  data: string
  trace: string
}

/** The files with secrets that the first start creates beside the databases. */
const secrets = ['service-token', 'master-key', 'admin-password']
/** The share of the power cuts that happen during the first start, before the first reply. */
const shareOfTheStart = 0.05

export interface PowerCuts {
  inTheFirstStart: number
  inCheckpoints: number
  /**
   * The number of power cuts after which something was wrong: the start failed, an acknowledged write was
   * lost, or a secret was lost.
   */
  withoutStart: number
  withoutWrites: number
  withoutSecrets: number
  /** The lines of the recorded trace at which the power was cut, by the fault that was found then. */
  wrong: Map<string, number[]>
}

/**
 * Simulates power cuts at random moments of a recorded trace of system calls, and checks the databases after
 * each.
 */
export async function cutPower(
  run: TracedRun,
  people: readonly Person[],
  { lines, answers }: FoundAnswers,
  options: { random: Random; images: number; isForgotten: (call: Call) => boolean },
): Promise<PowerCuts> {
  const { random, images, isForgotten } = options
  const cuts: PowerCuts = {
    inTheFirstStart: 0,
    inCheckpoints: 0,
    withoutStart: 0,
    withoutWrites: 0,
    withoutSecrets: 0,
    wrong: new Map(),
  }
  const firstAnswer = Math.min(...answers.keys())
  const moments = new Set<number>()
  while (moments.size < images * shareOfTheStart) moments.add(1 + random.below(firstAnswer))
  while (moments.size < Math.min(images, lines / 2))
    moments.add(firstAnswer + random.below(lines - firstAnswer))
  const answered = new Set<Operation>()
  const disk = createDisk(run.data)

  async function look(): Promise<string[]> {
    const left = disk.crash(random)
    const image = join(run.folder, 'image')
    layDown(left, image)
    // Before the first reply, only one thing is promised: the next start succeeds, and the admin can log in.
    if (answered.size === 0) {
      cuts.inTheFirstStart++
      const why = await whyNotStarted(image)
      cuts.withoutStart += Math.sign(why.length)
      return why
    }
    if (disk.isPending('users.db') || disk.isPending('auth.db')) cuts.inCheckpoints++
    const writes = whatIsLost(image, people, (one) => answered.has(one))
    const secrets = lostSecrets(left, run.data)
    cuts.withoutWrites += Math.sign(writes.length)
    cuts.withoutSecrets += Math.sign(secrets.length)
    return [...writes, ...secrets]
  }

  for await (const step of readTrace(run.trace)) {
    for (const { operation } of answers.get(step.line) ?? []) answered.add(operation)
    if (!isForgotten(step.call)) disk.observe(step)
    if (!moments.delete(step.line)) continue
    for (const what of await look()) cuts.wrong.set(what, [...(cuts.wrong.get(what) ?? []), step.line])
  }
  for (const [name, bytes] of disk.everything()) {
    if (!bytes.equals(readFileSync(join(run.data, name))))
      throw new Error(`The trace does not explain ${name}.`)
  }
  return cuts
}

async function whyNotStarted(data: string): Promise<string[]> {
  try {
    const { end } = await startOn(data)
    await end('SIGTERM')
    return []
  } catch (error) {
    return [(error as Error).message.replaceAll(data, '').trim()]
  }
}

const lostSecrets = (left: Map<string, Buffer>, data: string): string[] =>
  secrets
    .filter((name) => !left.get(name)?.equals(readFileSync(join(data, name))))
    .map((name) => `${name} is ${left.has(name) ? 'not whole' : 'not there'}`)
