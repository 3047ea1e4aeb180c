import type { AllSettings } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'
import type { Hashes, Measured } from './measure-hashes.ts'

/** Describes how many hashes a machine can make, and which settings follow from that. */
export function describeHashes(
  { cores, memory_mib, node, costs }: Hashes,
  settings: AllSettings,
  columns = Math.min(process.stdout.columns ?? 80, 100),
): string {
  const [inUse] = costs
  if (!inUse) return ''
  const head = ['MEMORY', 'PASSES', 'ALONE', 'ONE CORE', 'ALL CORES', '']
  const advice = adviceOf(inUse, { cores, settings })
  return `argon2id on this machine: ${cores} ${cores === 1 ? 'core' : 'cores'}, ${memory_mib} MiB of memory, Node ${node}

${table([head, ...costs.map(toRow)])}
${table(advice, { flexible: { 1: 40 }, wraps: true, columns })}`
}

const toRow = (one: Measured): string[] => [
  `${one.memory_mib} MiB`,
  `${one.passes}`,
  `${one.alone_ms} ms`,
  `${one.per_second_one_core}/s`,
  `${one.per_second_all_cores}/s`,
  one.in_use ? 'in use' : 'equally strong',
]

function adviceOf(
  { memory_mib, alone_ms, per_second_all_cores: most }: Measured,
  { cores, settings: { passwordWaitMs, workers } }: { cores: number; settings: AllSettings },
): string[][] {
  const waitSeconds = passwordWaitMs / 1_000
  const rows = [
    [
      'Password sign-ins',
      `at most ${Math.floor(most)} a second, with ${Math.ceil(memory_mib * cores)} MiB for hashing. Refreshes and token checks hash nothing.`,
    ],
    [
      'LATCHKEY_PASSWORD_WAIT',
      `is ${waitSeconds} s: about ${Math.floor(most * waitSeconds)} sign-ins may wait at once, and more get 503. Raise it for bursts of sign-ins.`,
    ],
    [
      'LATCHKEY_WORKERS',
      `is ${workers}. One process hashes on all cores; more workers share the same cores.`,
    ],
    ['The cost', 'is not a setting: Latchkey uses the minimum that OWASP recommends.'],
  ]
  if (alone_ms > slowMs)
    rows.push([
      'This machine',
      `is slow or busy: users notice the ${alone_ms} ms of one hash. Measure again while it is idle.`,
    ])
  return rows
}

/** The time in milliseconds above which one hash counts as slow, because people would notice it. */
const slowMs = 250
