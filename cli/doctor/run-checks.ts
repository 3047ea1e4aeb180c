import { isOfSystem } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { faultsOf } from '../faults.ts'
import { type Check, type Finding, fail, skipped } from './check.ts'
import type { Deployment } from './deployment.ts'

export interface Examined {
  check: string
  where: 'inside' | 'outside'
  findings: readonly Finding[]
}

export interface Planned {
  check: Check
  where: Examined['where']
}

const limitMs = 5_000
const maxConcurrent = 4

/**
 * Runs checks, some at the same time, and yields the findings of each in the order of the list, as soon as they are known. No
 * check takes longer than its limit, and one that throws does not stop the others.
 */
export async function* runChecks(
  planned: readonly Planned[],
  deployment: Deployment,
  { checkMs = limitMs }: { checkMs?: number | undefined } = {},
): AsyncGenerator<Examined> {
  const waiting = planned.map((one) => ({ ...one, ...Promise.withResolvers<Finding[]>() }))
  const queue = waiting.values()
  async function work(): Promise<void> {
    for (const { resolve, ...one } of queue) resolve(await runOne(one, deployment, checkMs))
  }
  const workers = Promise.all(Array.from({ length: maxConcurrent }, work))
  for (const { check, where, promise } of waiting) yield { check: check.name, where, findings: await promise }
  await workers
}

async function runOne(
  { check, where }: Planned,
  deployment: Deployment,
  checkMs: number,
): Promise<Finding[]> {
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => {
      over.abort()
      resolve([
        fail(
          `no response within ${checkMs / 1_000} s`,
          'check that the system it asks is up and can be reached from here',
        ),
      ])
    }, checkMs)
  })
  try {
    const findings = await Promise.race([Promise.resolve(check.run(deployment, over.signal)), late])
    return findings.length > 0 ? findings : [skipped('its database could not be opened')]
  } catch (error) {
    // The first check from outside reports the reason, so the others are only skipped.
    if (where === 'outside' && isOfSystem(error)) return [skipped('the URL cannot be reached')]
    return faultsOf(error).map((fault) => fail(firstLineOf(fault), fixOf(error)))
  } finally {
    clearTimeout(timer)
  }
}

const firstLineOf = (text: string): string => text.split('\n', 1)[0]?.replace(/\.$/, '') ?? ''

const fixOf = (error: unknown): string =>
  error instanceof StartFault
    ? '`latchkey start` fails in the same way: follow the line above'
    : 'the check could not run: fix the cause above, then run it again'
