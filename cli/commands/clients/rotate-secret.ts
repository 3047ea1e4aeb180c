import {
  createClientSecretEndpoint,
  getOidcClientEndpoint,
  revokeClientSecretEndpoint,
} from '#contract/oidc/clients.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'

/**
 * Creates a new secret for a client. A client can have two valid secrets, so a secret that is left from an earlier rotation is
 * revoked first. With `now`, the current secret is revoked too.
 */
export async function rotateClientSecretCommand(
  settings: AllSettings,
  id: string,
  { now, json, ...target }: Target & { now: boolean; json: boolean },
): Promise<void> {
  const made = await withApi(settings, target, async (api) => {
    const { secrets } = await api.call(getOidcClientEndpoint, { params: { id } })
    const revoke = (secret: { id: string }) =>
      api.call(revokeClientSecretEndpoint, { params: { id, secret_id: secret.id } })
    for (const former of secrets.slice(0, -1)) await revoke(former)
    const shown = await api.call(createClientSecretEndpoint, { params: { id } })
    if (now) for (const former of secrets.slice(-1)) await revoke(former)
    return shown
  })
  if (json) return printJson(made)
  const left = now
    ? 'the previous secret is revoked'
    : 'the previous secret stays valid until the next rotation'
  process.stdout.write(
    table([
      ['secret', made.client_secret],
      ['', `(shown only once; ${left})`],
    ]),
  )
}
