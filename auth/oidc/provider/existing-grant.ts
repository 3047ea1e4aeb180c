import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Oidc } from '../core/oidc.ts'
import { findConsent } from '../grants/consent-store.ts'
import { covers, type Given, join } from '../grants/given.ts'
import { giveGrant } from '../grants/grant-store.ts'
import { scopesOfClaimsIn } from './claims-parameter.ts'
import { withOfflineAccess } from './offline-access.ts'
import { toProviderError } from './outages.ts'

/**
 * Returns the grant of the browser's session to the client, for the library. A client of the operator's own gets all that it
 * asks for, and any other client gets it if the person has allowed it before. Otherwise the consent page asks for what is
 * missing.
 */
export async function findExistingGrant(oidc: Oidc, ctx: KoaContextWithOIDC) {
  const { session, client, provider } = ctx.oidc
  const sessionId = session?.uid
  const userId = session?.accountId
  if (!client || sessionId === undefined || userId === undefined) return undefined
  const clientId = client.clientId
  const wanted = wantedBy(ctx)
  const known = session?.grantIdFor(clientId)
  const present = known === undefined ? undefined : await provider.Grant.find(known)
  const given: Given = {
    scope: present?.getOIDCScope().split(' ') ?? [],
    resources: Object.fromEntries(
      Object.keys(wanted.resources).map((address) => [
        address,
        present?.getResourceScope(address).split(' ') ?? [],
      ]),
    ),
  }
  if (present && covers(given, wanted)) return present
  const allowed = await findAllowed(oidc, { userId, clientId, wanted })
  if (!allowed) return present
  const both = join(given, allowed)
  const at = oidc.clock.now()
  const expiresAt = at + oidc.policy.sessionMs
  const id = await oidc.db
    .transaction((tx) => giveGrant(tx, { sessionId, clientId, userId, ...both, at, expiresAt }))
    .catch((error: unknown) => {
      throw toProviderError(error)
    })
  if (id === undefined) return present
  // The library would make up a `sid` for each client that a session meets. Here all have the id of the session.
  session?.sidFor(clientId, sessionId)
  return provider.Grant.find(id)
}

function wantedBy(ctx: KoaContextWithOIDC): Given {
  const { oidc } = ctx
  const scope = [...new Set([...oidc.requestParamOIDCScopes, ...scopesOfClaimsIn(ctx)])]
  const resources = Object.fromEntries(
    Object.entries(oidc.resourceServers ?? {}).map(([address, { scopes }]) => [
      address,
      [...oidc.requestParamScopes].filter((word) => scopes.has(word)),
    ]),
  )
  return { scope, resources }
}

/** Returns the access that a client may get without asking the person; undefined when it may get nothing more. */
async function findAllowed(
  { db, clients }: Oidc,
  { userId, clientId, wanted }: { userId: string; clientId: string; wanted: Given },
): Promise<Given | undefined> {
  if ((await clients.find(clientId))?.isFirstParty) return wanted
  const consent = await findConsent(db, { userId, clientId })
  return consent && covers(withOfflineAccess(consent), wanted) ? wanted : undefined
}
