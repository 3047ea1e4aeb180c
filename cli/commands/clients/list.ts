import type { OidcClientResource } from '#contract/oidc/client.ts'
import { listOidcClientsEndpoint } from '#contract/oidc/clients.ts'
import { readPages } from '../../api/read-pages.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'

/** The maximum number of clients in the list. There are rarely more than a few dozen applications. */
const maxRows = 10_000

export async function listClientsCommand(
  settings: AllSettings,
  { json, ...target }: Target & { json: boolean },
): Promise<void> {
  const { rows } = await withApi(settings, target, (api) =>
    readPages({ limit: maxRows }, (query) => api.call(listOidcClientsEndpoint, { query })),
  )
  if (json) printJson({ data: rows })
  else if (rows.length === 0) process.stdout.write('No clients.\n')
  else {
    const head = ['CLIENT ID', 'NAME', 'STATUS', 'KIND', 'SECRETS', 'REDIRECT URI']
    const layout = { flexible: { 1: 9, 5: 12 }, optional: [4] }
    process.stdout.write(table([head, ...rows.map(toRow)], layout))
  }
}

const toRow = (client: OidcClientResource): string[] => [
  client.id,
  client.name,
  client.enabled ? 'enabled' : 'disabled',
  client.first_party ? `${client.kind}, own` : client.kind,
  String(client.secrets.length),
  client.redirect_uris.join(' '),
]
