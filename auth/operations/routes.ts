import {
  getAuthServiceStateEndpoint,
  listIdentityProvidersEndpoint,
  listSettingsEndpoint,
  listSigningKeysEndpoint,
  rotateSigningKeyEndpoint,
} from '#contract/system/system.ts'
import { route } from '#runtime/requests/route.ts'
import { describeService } from '#runtime/system/describe-service.ts'
import { listIdentityProviders } from './list-identity-providers.ts'
import { listSigningKeys } from './list-signing-keys.ts'
import { rotateSigningKey } from './rotate-signing-key.ts'
import type { AuthSystem } from './system.ts'

export const systemRoutes = (system: AuthSystem) => [
  route(getAuthServiceStateEndpoint, () => describeService(system, system.facts)),
  route(listSettingsEndpoint, async () => ({ data: await system.facts.readSettings() })),
  route(listIdentityProvidersEndpoint, async () => ({ data: listIdentityProviders(system) })),
  route(listSigningKeysEndpoint, async () => ({ data: await listSigningKeys(system.keyContext) })),
  route(rotateSigningKeyEndpoint, async ({ body, caller }) => {
    const { purpose, now: isNow = false } = body
    await rotateSigningKey(system, { purpose, isNow, by: caller })
    return { data: await listSigningKeys(system.keyContext) }
  }),
]
