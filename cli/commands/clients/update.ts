import { updateOidcClientEndpoint } from '#contract/oidc/clients.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { withApi } from '../../api/with-api.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { type ClientFlags, isYes, toClientSettings } from './client-flags.ts'
import { printClient } from './print-client.ts'

interface UpdateFlags extends ClientFlags {
  name: string | undefined
  enabled: 'yes' | 'no' | undefined
}

/** Changes the settings of a client that flags name. */
export async function updateClientCommand(
  settings: AllSettings,
  id: string,
  flags: UpdateFlags,
): Promise<void> {
  const { name } = flags
  const enabled = isYes(flags.enabled)
  const body = {
    ...toClientSettings(flags),
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled }),
  }
  if (Object.keys(body).length === 0)
    throw new StartFault(['clients update needs at least one change. See: latchkey help clients update'], {
      exitCode: 2,
    })
  const updated = await withApi(settings, flags, (api) =>
    api.call(updateOidcClientEndpoint, { params: { id }, body }),
  )
  printClient(updated, flags)
}
