import type { Addresses } from '#auth/service.ts'
import type { RelyingParty } from '#contract/sign-in/webauthn.ts'
import { type DefaultHost, defaultUrl } from '#runtime/database/default-urls.ts'
import type { AllSettings } from './all-settings.ts'
import { relyingPartyOf } from './relying-party.ts'
import { signsOfOthers } from './signs-of-others.ts'

/**
 * Returns the addresses that browsers and clients see: those that settings name, and otherwise the default URL of the port. Without
 * settings, an installation that only this machine uses has passkeys at `localhost`.
 */
export const addressesOf =
  (
    settings: AllSettings,
    bound: string,
    {
      services,
      relyingParty,
    }: { services: 'both' | 'users' | 'auth'; relyingParty: RelyingParty | undefined },
  ) =>
  (host: DefaultHost): Addresses => {
    const url = defaultUrl(bound, host)
    return {
      issuer: settings.issuer ?? url,
      publicUrl: settings.publicUrl ?? url,
      // Both services must use the same site for passkeys. A user service in another process cannot know the default host of this
      // one, so without a setting there is none.
      relyingParty: relyingParty ?? (services === 'both' ? relyingPartyHere(settings, url) : undefined),
    }
  }

/**
 * Returns `localhost` as the site of passkeys if only this machine is served and no setting names a site, so that passkeys can be
 * tried without settings; otherwise undefined.
 */
const relyingPartyHere = (settings: AllSettings, url: string): RelyingParty | undefined =>
  signsOfOthers(settings).length === 0 && new URL(url).hostname === 'localhost'
    ? relyingPartyOf({ passkeyDomain: undefined, passkeyOrigins: [], publicUrl: url })
    : undefined

/**
 * Returns the base URL of links in mails when the authentication service runs in another process. `authUrl` is the URL at which
 * this process calls that service.
 */
export const linkBase = (
  { publicUrl, authUrl: named }: Pick<AllSettings, 'publicUrl' | 'authUrl'>,
  authUrl: string,
  host: DefaultHost,
): string => publicUrl ?? named ?? defaultUrl(authUrl, host)
