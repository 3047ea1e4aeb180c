import { toRfc3339 } from '#runtime/clock.ts'
import { packageVersion } from '#runtime/package-version.ts'
import type { ReadSettings } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type Deployment, openDeployment, type Service } from '../doctor/deployment.ts'
import { examine } from '../doctor/examine.ts'
import { countFindings, describeExamined, summaryOf } from '../doctor/report.ts'
import type { Examined } from '../doctor/run-checks.ts'
import { describeHashes } from '../doctor/tune/describe-hashes.ts'
import { measureHashes } from '../doctor/tune/measure-hashes.ts'
import { printableJson } from '../printable.ts'
import type { AllSettings, allSettings } from '../settings/all-settings.ts'

interface Flags {
  url: string | undefined
  service: Service | undefined
  'mail-to': string | undefined
  tune: boolean
  json: boolean
}

/** Checks a deployment, and says how to correct what is wrong. The exit code is 1 when a check failed. */
export async function doctorCommand(
  settings: AllSettings,
  origins: ReadSettings<typeof allSettings>['origins'],
  flags: Flags,
): Promise<void> {
  const url = readUrl(flags.url)
  if (flags.tune) return tune(settings, flags.json)
  const { service, 'mail-to': mailTo } = flags
  await using deployment = openDeployment({ settings, origins, service, url, mailTo })
  if (!deployment.isHere && !url)
    throw new StartFault([
      `No deployment found: no database and no service token in ${settings.data}, and no setting names one. Run the doctor where Latchkey runs, with the same settings, or add --url URL.`,
    ])
  const examined: Examined[] = []
  if (!flags.json) process.stdout.write(headOf(deployment))
  for await (const one of examine(deployment)) {
    if (!flags.json) process.stdout.write(`${headingOf(one, examined.at(-1))}${describeExamined(one)}`)
    examined.push(one)
  }
  const counts = countFindings(examined)
  process.stdout.write(
    flags.json ? toJson(deployment, examined) : `\n${summaryOf(counts)}${adviceOf(deployment)}`,
  )
  if (counts.fail > 0) throw new StartFault([], { exitCode: 1 })
}

/** Reads the URL that clients use; a path would belong to one route. @throws {StartFault} */
function readUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url
  throw new StartFault(
    ['--url must be the http or https URL that clients use, such as https://id.example.com.'],
    {
      exitCode: 2,
    },
  )
}

const headOf = ({ settings, isHere, url }: Deployment): string =>
  `Latchkey ${packageVersion()}${isHere ? `, data in ${settings.data}` : ''}${url ? `, seen at ${url.origin}` : ''}\n`

function headingOf({ where }: Examined, before: Examined | undefined): string {
  if (where === before?.where) return ''
  return `\n${where === 'inside' ? 'From inside' : 'From outside, as a client'}\n`
}

function adviceOf({ isHere, url, settings }: Deployment): string {
  if (!isHere)
    return 'Most checks need the settings and the data folder: run this also where Latchkey runs.\n'
  if (url) return ''
  return `To check what clients see, add --url ${settings.publicUrl ?? 'https://id.example.com'}\n`
}

const toJson = ({ isHere, url }: Deployment, examined: readonly Examined[]): string =>
  printableJson({
    version: packageVersion(),
    checked_at: toRfc3339(Date.now()),
    inside: isHere,
    url: url?.origin ?? null,
    counts: countFindings(examined),
    checks: examined.flatMap(({ check, where, findings }) =>
      findings.map(({ status, found, fix = null }) => ({ check, where, status, found, fix })),
    ),
  })

async function tune(settings: AllSettings, isJson: boolean): Promise<void> {
  const measured = await measureHashes()
  process.stdout.write(isJson ? printableJson(measured) : describeHashes(measured, settings))
}
