import { authEndpoints } from '#contract/auth.ts'
import { isForClients } from '#contract/declaration/endpoint.ts'
import { openApiDocument } from '#contract/openapi/openapi.ts'
import { healthEndpoints, services } from '#contract/system/health.ts'
import { userEndpoints } from '#contract/users.ts'

const format = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

/**
 * The OpenAPI documents. They are kept in the repository, so that a change of the contract shows in its diff.
 */
export const documents = {
  'users.openapi.json': format(
    openApiDocument({
      ...services.users,
      endpoints: [...userEndpoints.filter(isForClients), ...healthEndpoints],
    }),
  ),
  'auth.openapi.json': format(
    openApiDocument({
      ...services.auth,
      endpoints: [...authEndpoints.filter(isForClients), ...healthEndpoints],
    }),
  ),
}
