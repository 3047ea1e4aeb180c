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
      // A user service in another process does not know the default host of this one: both must name the same site.
      relyingParty: relyingParty ?? (services === 'both' ? relyingPartyHere(settings, url) : undefined),
    }
  }

/**
 * Returns `localhost` as the site of passkeys where only this machine is served and no setting names a site, so that they can be
 * tried without settings; undefined elsewhere.
 */
const relyingPartyHere = (settings: AllSettings, url: string): RelyingParty | undefined =>
  signsOfOthers(settings).length === 0 && new URL(url).hostname === 'localhost'
    ? relyingPartyOf({ passkeyDomain: undefined, passkeyOrigins: [], publicUrl: url })
    : undefined

/**
 * Returns the URL with which links in mails begin where the authentication service is not in this process. `authUrl` is where this
 * process calls that service.
 */
export const linkBase = (
  { publicUrl, authUrl: named }: Pick<AllSettings, 'publicUrl' | 'authUrl'>,
  authUrl: string,
  host: DefaultHost,
): string => publicUrl ?? named ?? defaultUrl(authUrl, host)
