import { createOidcClientEndpoint } from '#contract/oidc/clients.ts'
import { withApi } from '../../api/with-api.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { type ClientFlags, toClientSettings } from './client-flags.ts'
import { printClient } from './print-client.ts'

/** Makes an OpenID client, and shows its secret if it has one. */
export async function createClientCommand(
  settings: AllSettings,
  flags: ClientFlags & { name: string },
): Promise<void> {
  const body = { name: flags.name, ...toClientSettings(flags) }
  printClient(await withApi(settings, flags, (api) => api.call(createOidcClientEndpoint, { body })), flags)
}
