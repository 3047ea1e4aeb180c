import { authMigrations } from '#auth/service.ts'
import { serverMetadataEndpoint } from '#contract/auth.ts'
import { findDefaultHost } from '#runtime/database/default-urls.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Api } from '../../api/api.ts'
import type { Target } from '../../api/with-api.ts'
import { openExisting } from '../../open-existing.ts'
import { type AllSettings, databaseUrls } from '../../settings/all-settings.ts'
import { usualUrl } from '../../settings/issuer.ts'

/**
 * Returns the issuer of the tokens that an application will get.
 * @throws {StartFault} when only a start decides it: the port is any free one
 */
export async function findIssuer(settings: AllSettings, { url }: Target, api: Api): Promise<string> {
  if (url !== undefined) return (await api.call(serverMetadataEndpoint, {})).issuer
  if (settings.issuer !== undefined) return settings.issuer
  const db = await openExisting(databaseUrls(settings).auth, authMigrations)
  const host = await findDefaultHost(db).finally(() => db.close())
  const usual = usualUrl(settings, host)
  if (usual !== undefined) return usual
  throw new StartFault(['--for needs LATCHKEY_ISSUER, because LATCHKEY_AUTH_PORT is 0.'], { exitCode: 2 })
}
