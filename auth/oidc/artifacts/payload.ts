import type { AdapterPayload } from 'oidc-provider'
import { seal, unseal } from '#runtime/sealing.ts'

/**
 * Returns the payload of an artifact as it is stored: without the artifact's own id, and with the ids of other artifacts
 * encrypted, so that nobody can use an id from a copy of the database.
 */
export function toStoredPayload(
  masterKeys: readonly Buffer[],
  { id, model, payload }: { id: string; model: string; payload: AdapterPayload },
): string {
  const sealed = (text: string) => seal(masterKeys, purposeOf(model), Buffer.from(text))
  const stored: AdapterPayload = { ...payload }
  delete stored.jti
  delete stored.userCode
  if (stored.session) {
    // The cookie of the browser and the user are left out: nothing reads them here, because the session says who the user is.
    // So no stored request names a user who was deleted.
    const { cookie, accountId, ...session } = stored.session
    stored.session = session
  }
  if (stored.returnTo !== undefined) stored.returnTo = stored.returnTo.replaceAll(id, placeholder)
  if (stored.deviceCode !== undefined) stored.deviceCode = sealed(stored.deviceCode)
  if (stored.parJti !== undefined) stored.parJti = sealed(stored.parJti)
  return JSON.stringify(model === 'DeviceCode' ? { ...stored, sealedId: sealed(id) } : stored)
}

/** The placeholder for the artifact's id in the URL at which a request continues. */
const placeholder = '{id}'

/** Restores the payload that `toStoredPayload` has made. `id` is undefined for a device code that was found by its user code. */
export function fromStoredPayload(
  masterKeys: readonly Buffer[],
  { id, model, text }: { id: string | undefined; model: string; text: string },
): AdapterPayload {
  const opened = (sealed: string) => unseal(masterKeys, purposeOf(model), sealed).toString()
  const { sealedId, ...payload }: AdapterPayload & { sealedId?: string } = JSON.parse(text)
  const jti = id ?? (sealedId === undefined ? undefined : opened(sealedId))
  if (jti !== undefined) payload.jti = jti
  if (payload.returnTo !== undefined && jti !== undefined)
    payload.returnTo = payload.returnTo.replaceAll(placeholder, jti)
  if (payload.deviceCode !== undefined) payload.deviceCode = opened(payload.deviceCode)
  if (payload.parJti !== undefined) payload.parJti = opened(payload.parJti)
  return payload
}

const purposeOf = (model: string): string => `oidc artifact ${model}`
