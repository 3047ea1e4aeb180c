import type { IdentityResource } from '#contract/sign-in/identities.ts'
import { linkButton } from '#runtime/components/button.ts'
import { providerMark } from '#runtime/components/provider-mark.ts'
import { type Html, html } from '#runtime/html.ts'
import { canReauthenticate, type Provider } from '../../federation/index.ts'
import type { Texts } from '../texts/texts.ts'

/** The providers with whose accounts people can sign in, as the context of the pages has them. */
export interface Providers {
  federation: { providers: ReadonlyMap<string, Provider> }
}

export const providersOf = ({ federation }: Providers): Provider[] => [...federation.providers.values()]

/** Returns the name of a provider that people see. For a provider that is not configured any more, this is the short name. */
export const titleOf = ({ federation }: Providers, name: string): string =>
  federation.providers.get(name)?.title ?? name

export const markOfProvider = ({ federation }: Providers, name: string): Html =>
  providerMark(federation.providers.get(name)?.kind, titleOf({ federation }, name))

/**
 * Makes the buttons that lead to providers, below a line that sets them apart from the form. Where `isMore`, the line is there
 * already, above the button for a passkey.
 */
function providersHtml(
  { federated, passkey }: Texts,
  providers: readonly Provider[],
  { isMore, ...query }: { isMore: boolean; return_to: string | undefined; purpose?: string },
): Html | undefined {
  if (providers.length === 0) return undefined
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value)
  const buttons = providers.map(({ name, title, kind }) =>
    linkButton({
      to: search.size === 0 ? `sign-in-${name}` : `sign-in-${name}?${search}`,
      text: federated.continueWith({ title }),
      kind: 'secondary',
      drawing: providerMark(kind, title),
      isWhole: true,
    }),
  )
  const divider = !isMore && html`<p class="divider">${passkey.or}</p>`
  return html`${divider}<div class="${isMore ? 'providers more' : 'providers'}">${buttons}</div>`
}

/** Makes the buttons of the pages for signing in and signing up, one for each provider. */
export const signInButtons = (
  pages: Providers,
  texts: Texts,
  { returnTo, isMore }: { returnTo: string | undefined; isMore: boolean },
): Html | undefined => providersHtml(texts, providersOf(pages), { return_to: returnTo, isMore })

/** Makes the buttons for a new proof of who the user is, one for each provider with a linked account that can give it. */
export const proofButtons = (
  pages: Providers,
  texts: Texts,
  {
    identities,
    page,
    isMore,
  }: { identities: readonly IdentityResource[]; page: string | undefined; isMore: boolean },
): Html | undefined => {
  const own = providersOf(pages).filter(
    (provider) => canReauthenticate(provider) && identities.some((one) => one.provider === provider.name),
  )
  return providersHtml(texts, own, { purpose: 'step_up', return_to: page, isMore })
}
