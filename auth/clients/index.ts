/**
 * # Clients
 *
 * A *client* is an application that people sign in to by OpenID Connect, or an API. This room registers clients, and checks that
 * a request comes from one: *client authentication*. A *confidential* client proves itself with a *secret*, of which only a
 * digest is stored, or with an *assertion*, which it signs with its own key. A *public* client, such as an app on a phone, has
 * neither. A *redirect URI* is an address at which the client receives people who have signed in.
 *
 * An admin registers Grafana: `routes.ts` → `create-client.ts` checks the settings together (`require-sound-client.ts`), each
 * redirect URI (`redirect-uri.ts`) and the keys (`client-keys.ts`), makes a secret (`client-secret.ts`), and `client-store.ts`
 * inserts the client. The response shows the secret once. When Ada signs in to Grafana, the OpenID provider finds the client in
 * memory (`known-clients.ts`) and gives it to the library by the names of the standard (`provider-metadata.ts`). Grafana revokes
 * a token: `tokens/routes.ts` loads `authentication/authenticate-client.ts`, which compares the secret. For a client with keys,
 * `authentication/client-assertion.ts` checks the signature, and `used-assertion-store.ts` that no assertion is used twice.
 *
 * When Ada's account was stolen, `end-clients-after-takeover.ts` disables what the thief may have registered.
 * `transfer.ts` describes clients in an export.
 */
import { oidcClientEndpoints } from '#contract/oidc/clients.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import { expiredReplies } from '#runtime/requests/idempotency.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import { expiredAssertions } from './authentication/used-assertion-store.ts'
import type { OidcClients } from './oidc-clients.ts'

/** `isPublic` and `isApi` tell the kinds of a client, a `Client` as it is stored. */
export { type Client, isApi, isPublic } from './client.ts'
/** Compares a text with the secrets of a client. */
export { secretMatches } from './client-secret.ts'
/** Find a client, enabled or not, and tell whether there is any. */
export { findClient, isAnyClient } from './client-store.ts'
/** Disables the clients, and removes the secrets, that a thief may have made. */
export { endClientsAfterTakeover } from './end-clients-after-takeover.ts'
/** Reads a client that must exist, enabled or not. */
export { requireClient } from './find-client.ts'
/** The enabled clients, which are in memory where no other process can change them. */
export { type KnownClients, openKnownClients } from './known-clients.ts'
/** The parts of the service's context that this room uses. */
export type { OidcClients } from './oidc-clients.ts'
/** Describes a client for the library of the OpenID provider. */
export { toProviderMetadata } from './provider-metadata.ts'
/** Tells whether scripts of an origin are those of a client. */
export { isOriginOf } from './redirect-uri.ts'

/** Loads `authenticateClient`, which finds the client that sent a request, with the first such request. */
export const loadClientAuthentication = lazily(() => import('./authentication/authenticate-client.ts'))

const loadRoutes = lazily(() => import('./routes.ts'))

/** Opens the module that registers clients, changes and deletes them. */
export const openOidcClients = (clients: OidcClients): Module => ({
  routes: routesOnDemand(oidcClientEndpoints, async () => (await loadRoutes()).oidcClientRoutes(clients)),
  sweeps: [expiredReplies, expiredAssertions],
})
