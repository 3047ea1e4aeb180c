import { insideChecks, outsideChecks } from './checks.ts'
import type { Deployment } from './deployment.ts'
import { type Examined, type Planned, runChecks } from './run-checks.ts'

/**
 * Runs the checks that are possible: those from inside if this machine has a deployment, and those from outside if a URL was
 * given.
 */
export function examine(
  deployment: Deployment,
  options: { only?: readonly string[]; checkMs?: number } = {},
): AsyncGenerator<Examined> {
  const { only, checkMs } = options
  const planned: Planned[] = [
    ...(deployment.isHere ? insideChecks.map((check) => ({ check, where: 'inside' as const })) : []),
    ...(deployment.url ? outsideChecks.map((check) => ({ check, where: 'outside' as const })) : []),
  ]
  return runChecks(
    planned.filter(({ check }) => only === undefined || only.includes(check.name)),
    deployment,
    { checkMs },
  )
}
