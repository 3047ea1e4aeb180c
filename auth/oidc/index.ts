/**
 * # OpenID provider
 *
 * Applications let people sign in by OpenID Connect. The protocol is that of the library `oidc-provider`; this room gives it our
 * sessions, keys and pages. A *client* is such an application (room `clients`). An *interaction* is a request of a client that
 * waits for a person to sign in or to consent. A *grant* is what a client may do in one session, a *consent* what the user has
 * agreed to once for all sessions. *Artifacts* are what the library stores: codes, tokens, interactions.
 *
 * Ada opens Grafana, which sends her to `/oidc/authorize`. `mount.ts` passes the request to the library, which
 * `provider/provider.ts` configures and `provider/provider-overrides.ts` corrects. The library asks `provider/adapter.ts` for
 * what is stored (`artifacts/`), finds nobody signed in, and stores an interaction. The page finds it
 * (`interactions/interactions.ts`), signs her in, asks for her consent, and answers it, which stores a grant and a consent
 * (`grants/`). The library gives Grafana a code, and for the code tokens that name Ada's session, so that they end with it.
 * Grafana may ask about its tokens, or revoke them (`tokens/`).
 *
 * Ada signs out. `logout/send-logouts.ts` finds the ended session and sends Grafana a logout token. She sees which applications
 * have access to her account, and revokes it (`apps/`). After a takeover `apps/end-after-takeover.ts` ends what the thief has allowed.
 *
 * The library is loaded only if there is a client.
 */
import { appEndpoints } from '#contract/oidc/apps.ts'
import { lazily } from '#runtime/lazily.ts'
import { type Loop, startLoop } from '#runtime/loop.ts'
import type { Module } from '#runtime/module.ts'
import { routesOnDemand } from '#runtime/requests/routes-on-demand.ts'
import type { Mount } from '#runtime/server/mount.ts'
import { resolveHost } from '#runtime/targets/targets.ts'
import type { ClientTokens } from '../tokens/index.ts'
import { expiredArtifacts } from './artifacts/artifact-store.ts'
import type { Oidc } from './core/oidc.ts'
import type { OidcViews } from './core/views.ts'
import { expiredGrants, forgetGrants } from './grants/grant-store.ts'
import { startSendingLogouts } from './logout/send-logouts.ts'
import { mountProvider } from './mount.ts'

/** The context of the provider, and of the pages on which people sign in to an application. */
export type { Oidc } from './core/oidc.ts'
/** The pages that people see at addresses of the provider, which the room `pages` makes. */
export type { OidcPage, OidcViews } from './core/views.ts'
/** Ends all access that people have given to a client, in the transaction that deletes the client. */
export { endGrants } from './grants/end-grants.ts'
/** A request of a client that waits for a person. */
export type { Interaction } from './interactions/interaction.ts'

/** Loads what the pages do with an interaction: find it, keep it, and answer it. */
export const loadInteractions = lazily(() => import('./interactions/interactions.ts'))
/** Loads `findApps`, which finds the applications that have access to a user. */
export const loadFindApps = lazily(() => import('./apps/find-apps.ts'))
/** Loads `endAppAccess`, which revokes the access of an application to a user. */
export const loadEndAppAccess = lazily(() => import('./apps/end-app-access.ts'))

const loadRoutes = lazily(() => import('./apps/routes.ts'))
const loadIntrospection = lazily(() => import('./tokens/introspect-for-client.ts'))
const loadReaderIntrospection = lazily(() => import('./tokens/introspect-for-reader.ts'))
const loadRevocation = lazily(() => import('./tokens/revoke-for-client.ts'))
const loadTakeover = lazily(() => import('./apps/end-after-takeover.ts'))

/** Loads the function that ends the access that a thief has given to applications, when a theft is reported. */
export const loadEndAfterTakeover = async () => (await loadTakeover()).endAfterTakeover

/** Loads the library. It is not marked with `lazily`, so that an installation without clients never has it in memory. */
const loadProvider = () => import('./provider/provider.ts')

interface OidcModule extends Module {
  /** What answers a client about its tokens. */
  ofClients: ClientTokens
  /** The provider; undefined without `views`. */
  mount: Mount | undefined
}

/**
 * Opens the module of the OpenID provider. Without `views` there is no provider, as people could not sign in; the access that
 * they have given before can still be listed and revoked. The library is loaded shortly after the start if there is a client, or
 * else with the first request after one was made.
 */
export function openOidc(
  oidc: Oidc,
  {
    allowsPrivateTargets = false,
    views,
  }: { allowsPrivateTargets?: boolean | undefined; views: (() => Promise<OidcViews>) | undefined },
): OidcModule {
  return {
    routes: routesOnDemand(appEndpoints, async () => (await loadRoutes()).appRoutes(oidc)),
    ofClients: {
      introspect: async (input) => (await loadIntrospection()).introspectForClient(oidc, input),
      introspectForReader: async (input) =>
        (await loadReaderIntrospection()).introspectForReader(oidc, input),
      revoke: async (input) => (await loadRevocation()).revokeForClient(oidc, input),
    },
    mount: undefined,
    ...(views && openProvider(oidc, views, allowsPrivateTargets)),
  }
}

function openProvider(oidc: Oidc, views: () => Promise<OidcViews>, allowPrivate: boolean) {
  const { warm, ...mount } = mountProvider(oidc, async () =>
    (await loadProvider()).createProvider(oidc, views).callback(),
  )
  return {
    mount,
    sweeps: [expiredArtifacts, expiredGrants],
    forgetUser: forgetGrants,
    start: () => [warmOnce(oidc, warm), startSendingLogouts(oidc, { allowPrivate, resolve: resolveHost })],
  } satisfies Partial<OidcModule>
}

/** Loads the library half a second after the start, so that the first requests to the service do not wait for it. */
function warmOnce({ log }: Oidc, warm: () => Promise<void>): Loop {
  return startLoop(
    'warm the OpenID provider',
    { idleMs: 24 * 60 * 60_000, firstAfterMs: 500, log },
    async () => {
      await warm()
      return false
    },
  )
}
