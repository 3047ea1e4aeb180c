import { listUserSessionsEndpoint, type SessionResource } from '#contract/sessions/sessions.ts'
import { findNamedUser } from '../../api/find-user.ts'
import { readPages } from '../../api/read-pages.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printable, printJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'

/** The maximum number of sessions in the list. No user can have so many, so the list is always complete. */
const maxRows = 1_000

/** Lists where a user is logged in, oldest first. */
export async function listSessionsCommand(
  settings: AllSettings,
  name: string,
  { json, ...target }: Target & { json: boolean },
): Promise<void> {
  const { username, rows } = await withApi(settings, target, async (api) => {
    const { id, username } = await findNamedUser(api, name)
    const page = await readPages({ limit: maxRows }, (query) =>
      api.call(listUserSessionsEndpoint, { params: { id }, query }),
    )
    return { ...page, username }
  })
  if (json) printJson({ data: rows })
  else if (rows.length === 0) process.stdout.write(`${printable(username)} has no sessions.\n`)
  else {
    const head = ['ID', 'LAST USED, UTC', 'DEVICE', 'IP ADDRESS']
    process.stdout.write(table([head, ...rows.map(toRow)], { flexible: { 2: 8, 3: 15 } }))
  }
}

const toRow = ({ id, last_used_at, device_name, address }: SessionResource): string[] => [
  id,
  last_used_at.slice(5, 16).replace('T', ' '),
  device_name ?? 'unknown',
  address,
]
