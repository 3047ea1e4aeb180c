import { deleteOidcClientEndpoint } from '#contract/oidc/clients.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printable, printableJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'

export async function deleteClientCommand(
  settings: AllSettings,
  id: string,
  { json, ...target }: Target & { json: boolean },
): Promise<void> {
  await withApi(settings, target, (api) => api.call(deleteOidcClientEndpoint, { params: { id } }))
  process.stdout.write(json ? printableJson({ id, deleted: true }) : `Deleted client ${printable(id)}.\n`)
}
