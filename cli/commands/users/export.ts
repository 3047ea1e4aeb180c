import { pipeline } from 'node:stream/promises'
import type { ExportFormat } from '#contract/events/export-events.ts'
import { exportUsersEndpoint } from '#contract/integrations/exports.ts'
import type { UserResource } from '#contract/users/user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import type { AllSettings } from '../../settings/all-settings.ts'

interface ExportFlags extends Target {
  format: ExportFormat | undefined
  role: UserResource['role'] | undefined
  status: UserResource['status'] | undefined
}

/** Writes users, oldest first, to the standard output, as fast as it is read. After a fault on the way, the command fails. */
export async function exportUsersCommand(
  settings: AllSettings,
  text: string | undefined,
  { format = 'csv', role, status, ...target }: ExportFlags,
): Promise<void> {
  const query = {
    format,
    ...(text === undefined ? {} : { search: text }),
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { status }),
  }
  await withApi(settings, target, async (api) => {
    const { parts } = await api.download(exportUsersEndpoint, { query })
    await pipeline(parts, process.stdout, { end: false })
  })
}
