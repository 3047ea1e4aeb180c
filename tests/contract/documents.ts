import { authEndpoints } from '#contract/auth.ts'
import { healthEndpoints } from '#contract/health.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { userEndpoints } from '#contract/users.ts'

const format = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`

/** The OpenAPI documents that are kept in the repository, so that a change of the contract shows in its diff. */
export const documents: Record<string, string> = {
  'users.openapi.json': format(
    openApiDocument('Latchkey user service', [...userEndpoints, ...healthEndpoints]),
  ),
  'auth.openapi.json': format(
    openApiDocument('Latchkey authentication service', [...authEndpoints, ...healthEndpoints]),
  ),
}
