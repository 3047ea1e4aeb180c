import { applicationEnvironment } from '#contract/rules/application-environment.ts'
import { messageOf } from '#runtime/log/thrown.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { checkOrigin } from '#sdk/server/same-origin.ts'
import { printable } from '../../printable.ts'

interface Registered {
  issuer: string
  origin: string
  client: { id: string; client_secret?: string }
}

/** Returns the variables that `webSessionOptions` of the client library reads. */
export const environmentOf = ({ issuer, origin, client }: Registered): Record<string, string> => ({
  [applicationEnvironment.issuer]: issuer,
  [applicationEnvironment.origin]: origin,
  [applicationEnvironment.clientId]: client.id,
  ...(client.client_secret === undefined
    ? {}
    : { [applicationEnvironment.clientSecret]: client.client_secret }),
})

/** Prints an environment as the content of a file, so that it can be appended to one. */
export function printEnvironment(
  environment: Readonly<Record<string, string>>,
  { name, file }: { name: string; file: string },
): void {
  const lines = [
    `# ${file} of ${name}. The secret is shown only once.`,
    ...Object.entries(environment).map(([variable, value]) => `${variable}=${value}`),
  ]
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(''))
}

/** Returns the origin of an application as browsers write it. */
export function checkApplicationOrigin(text: string): string {
  try {
    return checkOrigin(text)
  } catch (cause) {
    throw new StartFault([`--origin: ${messageOf(cause)}`], { cause, exitCode: 2 })
  }
}
