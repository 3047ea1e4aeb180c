import type { Language } from '#contract/declaration/languages.ts'
import type { IdentityResource } from '#contract/sign-in/identities.ts'
import type { UserResource } from '#contract/users/user.ts'
import { linkButton } from '#runtime/components/button.ts'
import { card } from '#runtime/components/card.ts'
import { providerMark } from '#runtime/components/provider-mark.ts'
import { rows } from '#runtime/components/row.ts'
import { dayIn } from '#runtime/components/time.ts'
import { type Html, html } from '#runtime/html.ts'
import { fill } from '#runtime/texts/texts.ts'
import type { LinkProof, Provider } from '../../federation/index.ts'
import type { PageText, Texts } from '../texts/texts.ts'
import { markOfProvider, type Providers, providersOf, titleOf } from '../view/provider-buttons.ts'
import { actionLinks, bdi } from '../view/section.ts'
import { backHome, type Link, named, type View } from '../view/view.ts'

/** Makes the part of the account page about accounts at providers; undefined when there are none and none can be linked. */
export function identitiesHtml(
  pages: Providers,
  { federated, waysIn }: Texts,
  { identities, language }: { identities: readonly IdentityResource[]; language: Language },
): Html | undefined {
  const providers = providersOf(pages)
  if (identities.length === 0 && providers.length === 0) return undefined
  const shown = identities.map(({ id, provider, email, added_at, last_used_at }) => {
    const title = titleOf(pages, provider)
    return {
      drawing: markOfProvider(pages, provider),
      name: bdi(title),
      notes: [
        email !== null && bdi(email),
        waysIn.added({ at: dayIn(added_at, language) }),
        last_used_at !== null && waysIn.lastUsedOn({ day: dayIn(last_used_at, language) }),
      ],
      actions: actionLinks(title, [
        { to: `account/remove-identity?${new URLSearchParams({ id })}`, text: federated.unlink },
      ]),
    }
  })
  const more = providers.map(({ name, title, kind }) =>
    linkButton({
      to: `account/sign-in-${name}?purpose=link`,
      text: federated.linkAnother({ title }),
      kind: 'secondary',
      drawing: providerMark(kind, title),
      isSmall: true,
    }),
  )
  return card(
    federated.title,
    html`<p>${federated.about}</p>${rows(shown)}${more.length > 0 && html`<p class="more">${more}</p>`}`,
  )
}

/** Makes the page that names the provider that failed, and offers the other ways to sign in. */
export const providerFailed = (pages: Providers, { name, title }: Provider): View =>
  withOtherWays(pages, ({ federated }) => fill(federated.failed, { title }), name)

export const providerRefused = (pages: Providers, { title }: Provider): View =>
  withOtherWays(pages, ({ federated }) => fill(federated.refused, { title }))

export const tooLate = (pages: Providers): View => withOtherWays(pages, ({ federated }) => federated.tooLate)

export const tooMany = (pages: Providers, problem: (texts: Texts) => string): View =>
  withOtherWays(pages, (texts) => ({ title: texts.tryAgainHere.title, paragraphs: [problem(texts)] }))

function withOtherWays(pages: Providers, choose: (texts: Texts) => PageText, except?: string): View {
  const others = providersOf(pages).filter(({ name }) => name !== except)
  return (texts) => ({
    text: choose(texts),
    next: { to: 'sign-in', text: texts.federated.otherWay },
    links: others.map(
      ({ name, title }): Link => ({
        to: `sign-in-${name}`,
        text: texts.federated.continueWith({ title }),
      }),
    ),
  })
}

/**
 * Makes the page that asks before an account at a provider is linked, or says why it was not linked. The question names both
 * accounts.
 */
export const linkIdentityView =
  (
    pages: Providers,
    proof: LinkProof | undefined,
    { username }: Pick<UserResource, 'username'>,
    problem?: (texts: Texts) => string,
  ): View =>
  (texts) => {
    const { federated } = texts
    if (!proof) {
      const text = { title: federated.notLinked, paragraphs: problem ? [problem(texts)] : [] }
      return { text, links: [backHome(texts)] }
    }
    const title = titleOf(pages, proof.provider)
    const account = proof.email === null ? named(title) : `${named(title)} (${named(proof.email)})`
    const text = fill(federated.link, { title, account, username: named(username) })
    return {
      text,
      form: { action: 'link-identity', button: text.button, hidden: { id: proof.id } },
      links: [backHome(texts)],
    }
  }

export const unlinkIdentityView =
  (
    pages: Providers,
    { id, provider }: Pick<IdentityResource, 'id' | 'provider'>,
    problem?: (texts: Texts) => string,
  ): View =>
  (texts) => {
    const text = fill(texts.federated.remove, { title: titleOf(pages, provider) })
    return {
      text,
      form: {
        action: 'remove-identity',
        button: text.button,
        hidden: { id },
        isDangerous: true,
        problem: problem?.(texts),
      },
      links: [backHome(texts)],
    }
  }
