import type { IdentityResource } from '#contract/sign-in/identities.ts'
import { type Html, html } from '#runtime/html.ts'
import { type Provider, provesAnew } from '../../federation/index.ts'
import type { Texts } from '../texts/texts.ts'
import { linkHtml } from './view.ts'

/** The providers with whose accounts people can sign in, as the context of the pages has them. */
export interface Providers {
  federation: { providers: ReadonlyMap<string, Provider> }
}

export const providersOf = ({ federation }: Providers): Provider[] => [...federation.providers.values()]

/** Returns the name of a provider that people see. For a provider that is not configured any more, this is the short name. */
export const titleOf = ({ federation }: Providers, name: string): string =>
  federation.providers.get(name)?.title ?? name

/** Makes the buttons that lead to providers. */
const providersHtml = (
  { federated }: Texts,
  providers: readonly Provider[],
  query: Record<string, string | undefined>,
): Html => html`${providers.map((provider) => providerHtml(federated.continueWith, provider, query))}`

function providerHtml(
  words: (title: string) => string,
  { name, title }: Provider,
  query: Record<string, string | undefined>,
): Html {
  const given = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) given.set(key, value)
  const search = given.size === 0 ? '' : `?${given}`
  return html`<p class="provider">${linkHtml({ to: `sign-in-${name}${search}`, text: words(title) })}</p>`
}

/** Makes the buttons of the sign-in page, one for each provider. */
export const signInButtons = (pages: Providers, texts: Texts, returnTo: string | undefined): Html =>
  providersHtml(texts, providersOf(pages), { return_to: returnTo })

/** Makes the buttons for a new proof of who the user is, one for each provider with a linked account that can give it. */
export const proofButtons = (
  pages: Providers,
  texts: Texts,
  { identities, page }: { identities: readonly IdentityResource[]; page: string | undefined },
): Html => {
  const own = providersOf(pages).filter(
    (provider) => provesAnew(provider) && identities.some((one) => one.provider === provider.name),
  )
  return providersHtml(texts, own, { purpose: 'step_up', return_to: page })
}
