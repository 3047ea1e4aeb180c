import { packageVersion } from '#runtime/package-version.ts'
import { wantsTraces } from '#runtime/traces/trace-settings.ts'
import type { Traces } from '#runtime/traces/traces.ts'
import type { StartOptions } from './start-options.ts'

/** The names in traces, by the services that a process runs. An operator can set another one with OTEL_SERVICE_NAME. */
const names = { both: 'latchkey', users: 'latchkey-users', auth: 'latchkey-auth' }

/** Opens the export of traces if the `OTEL_…` environment variables ask for it. Otherwise none of its code is loaded. */
export async function findTraces({ services, log }: StartOptions): Promise<Traces | undefined> {
  const { env: environment } = process
  if (!wantsTraces(environment)) return undefined
  const { openTraces } = await import('#runtime/traces/open-traces.ts')
  return openTraces({ service: names[services], version: packageVersion(), environment, log })
}
