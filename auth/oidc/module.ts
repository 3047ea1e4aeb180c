import { type Loop, startLoop } from '#runtime/loop.ts'
import type { Module } from '#runtime/module.ts'
import type { Mount } from '#runtime/server/mount.ts'
import { resolveHost } from '#runtime/targets/targets.ts'
import { expiredArtifacts } from './artifacts/artifact-store.ts'
import type { Oidc } from './core/oidc.ts'
import type { OidcViews } from './core/views.ts'
import { expiredGrants, forgetGrants } from './grants/grant-store.ts'
import { startTellingLogouts } from './logout/tell-logouts.ts'
import { mountProvider } from './mount.ts'

/**
 * Opens the OpenID provider. Its library is loaded only if there is a client: shortly after the start, or else with the first
 * request after a client was made.
 */
export function openOidc(
  oidc: Oidc,
  {
    allowsPrivateTargets = false,
    views,
  }: { allowsPrivateTargets?: boolean | undefined; views: () => Promise<OidcViews> },
): Module & { mount: Mount } {
  const { warm, ...mount } = mountProvider(oidc, views)
  const targets = { allowPrivate: allowsPrivateTargets, resolve: resolveHost }
  return {
    mount,
    sweeps: [expiredArtifacts, expiredGrants],
    forgetUser: forgetGrants,
    start: () => [warmOnce(oidc, warm), startTellingLogouts(oidc, targets)],
  }
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
