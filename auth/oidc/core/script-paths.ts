import { jwksEndpoint, serverMetadataEndpoint } from '#contract/auth.ts'
import { introspectTokenEndpoint, revokeTokenEndpoint } from '#contract/sessions/tokens.ts'
import type { RefusalReaders } from '#runtime/http/cors/refusals.ts'
import { providerPaths } from './provider-paths.ts'

/**
 * The paths that scripts of OpenID clients call, whatever origin they have. The listener needs them before there are routes, and
 * for requests that reach no route. A test compares them with the routes that have readers.
 */
export const readersOfRefusals: RefusalReaders = (path) => {
  if (documents.has(path) || path.startsWith(`${metadataOfIssuer}/`)) return 'everyone'
  return ofClients.has(path) ? 'pages' : undefined
}

const documents = new Set<string>([...jwksEndpoint.paths, ...serverMetadataEndpoint.paths])
/** The path of an issuer can follow it (RFC 8414 section 3.1). */
const [metadataOfIssuer] = serverMetadataEndpoint.paths

const ofClients = new Set<string>([
  ...introspectTokenEndpoint.paths,
  ...revokeTokenEndpoint.paths,
  ...Object.entries(providerPaths).flatMap(([path, { isForScripts }]) => (isForScripts ? [path] : [])),
])
