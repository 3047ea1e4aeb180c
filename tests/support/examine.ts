import type { Finding } from '#cli/doctor/check.ts'
import { openDeployment, type Service } from '#cli/doctor/deployment.ts'
import { examine } from '#cli/doctor/examine.ts'
import { readAllSettings } from '#cli/settings/all-settings.ts'
import { patience } from './process.ts'

export interface Examination {
  environment: Record<string, string>
  url?: string
  service?: Service
  mailTo?: string
  /** The names of the checks to run; all checks if absent. */
  only?: readonly string[]
}

/** A time limit far longer than a check needs on a busy machine. A test about the time limit of a check sets its own. */
const patientMs = 60_000

/** Runs checks of `latchkey doctor` in this process, and returns the findings of each check. */
export async function examineAll({
  environment,
  only,
  url,
  service,
  mailTo,
}: Examination): Promise<Map<string, Finding[]>> {
  const { values: settings, origins } = readAllSettings({
    flags: {},
    environment: { ...patience, ...environment },
  })
  const at = url === undefined ? undefined : new URL(url)
  await using deployment = openDeployment({
    settings,
    origins,
    service,
    url: at,
    mailTo,
    answerMs: patientMs / 2,
  })
  const found = new Map<string, Finding[]>()
  for await (const { check, where, findings } of examine(deployment, { only, checkMs: patientMs }))
    found.set(where === 'outside' && found.has(check) ? `public ${check}` : check, [...findings])
  return found
}

/** Runs one check, and returns its findings as lines: the status, the problem and how to solve it. */
export async function examineOne(check: string, examination: Examination): Promise<string[]> {
  const found = await examineAll({ ...examination, only: [check] })
  const findings = found.get(check) ?? []
  return findings.map(({ status, found: text, fix }) =>
    [status, text, ...(fix === undefined ? [] : [fix])].join(' | '),
  )
}
