import { banner } from '#runtime/components/banner.ts'
import { html } from '#runtime/html.ts'
import { icon } from '#runtime/look/icon.ts'
import { fill } from '#runtime/texts/texts.ts'
import type { Interaction } from '../../oidc/index.ts'
import { authorizePage } from '../core/return-target.ts'
import { signInAgain, withReturn } from '../core/visit.ts'
import type { AppTexts, Texts } from '../texts/texts.ts'
import { type Form, formHtml } from '../view/form.ts'
import { type Link, named, toAccount, type View, words } from '../view/view.ts'
import { scopesInWords } from './scopes-in-words.ts'

/** The answers that a person can give on the pages about the authorization request of an app. */
export const answers = ['continue', 'allow', 'deny'] as const
export type Answer = (typeof answers)[number]

/** Makes the page that asks for consent. It shows everything that consent would give, and nothing else (I135). */
export const appConsentView =
  (
    interaction: Interaction,
    { username, token, isChanged }: { username: string; token: string; isChanged: boolean },
  ): View =>
  ({ signIn, oidc: texts }) => {
    const { client, uid, redirectUri } = interaction
    const text = fill(texts.consent, { app: named(client.name), user: named(username) })
    const leadsTo = destination(texts, redirectUri)
    return {
      text: { ...text, after: [...(leadsTo === undefined ? [] : [leadsTo]), texts.takeBack] },
      account: username,
      above: html`<ul class="scopes">${wants(texts, interaction).map((want) => html`<li>${icon('check')}<span>${words(want)}</span></li>`)}</ul>${client.isFirstParty ? undefined : banner('warn', html`<p>${texts.ofOthers}</p>`)}`,
      form: {
        ...formFor(uid, 'allow', text.button),
        hidden: { interaction: uid, answer: 'allow', token },
        problem: isChanged ? texts.changed : undefined,
      },
      otherForms: [denying(uid, texts)],
      links: [anotherAccount(uid, signIn)],
    }
  }

/**
 * Lists what consent would give to the app, with the APIs by their addresses. If nothing would be new, everything that the app
 * has already is listed: a native app must be asked about each time (RFC 8252 section 8.6).
 */
function wants(
  texts: AppTexts,
  { missing, resources, wanted }: Pick<Interaction, 'missing' | 'resources' | 'wanted'>,
): string[] {
  const isNew = missing.length + Object.keys(resources).length > 0
  const shown = isNew ? { scopes: missing, resources } : wanted
  const ofResources = Object.entries(shown.resources).map(([address, scopes]) =>
    texts.resource({ scopes: scopes.map(named).join(', ') || 'none', address: named(address) }),
  )
  return [...scopesInWords(texts, shown.scopes), ...ofResources]
}

/**
 * Says where the browser goes after consent: to a host, or to an app on the person's own device, whose address would tell
 * people nothing. Undefined for a device that shows a code, to which no browser goes.
 */
function destination(texts: AppTexts, redirectUri: string | undefined): string | undefined {
  const url = redirectUri === undefined ? null : URL.parse(redirectUri)
  if (!url) return undefined
  return url.protocol === 'https:' ? texts.leadsTo({ host: named(url.host) }) : texts.leadsToDevice
}

/** Makes the page that asks which account to use. */
export const chooseAccountView =
  ({ client, uid }: Interaction, username: string): View =>
  ({ signIn, oidc: texts }) => {
    return {
      text: fill(texts.choose, { app: named(client.name) }),
      account: username,
      form: formFor(uid, 'continue', texts.continueAs({ user: username })),
      otherForms: [denying(uid, texts)],
      links: [anotherAccount(uid, signIn)],
    }
  }

/** Makes the page for somebody who is signed in with another account than the app asks for. */
export const otherAccountView =
  ({ client, uid }: Interaction, username: string): View =>
  ({ signIn, oidc: texts }) => {
    return {
      text: fill(texts.otherAccount, { app: named(client.name), user: named(username) }),
      account: username,
      next: anotherAccount(uid, signIn),
      below: formHtml(denying(uid, texts)),
    }
  }

/** Makes the page for somebody who has no second factor although the app requires one. */
export const needsFactorView =
  ({ client, uid }: Interaction): View =>
  ({ signIn, oidc: texts }) => {
    const { addApp, ...text } = fill(texts.needsFactor, { app: named(client.name) })
    return {
      text,
      form: formFor(uid, 'continue', texts.goOn),
      otherForms: [denying(uid, texts)],
      links: [{ to: withReturn('app', authorizePage(uid)), text: addApp }, anotherAccount(uid, signIn)],
    }
  }

/** Makes the page that a browser shows for a moment while it returns to an app. */
export const goingOn =
  (app: string | undefined, to: string): View =>
  ({ oidc: texts }) => {
    const text = fill(texts.goingOn, { app: app === undefined ? 'none' : named(app) })
    return { text, next: { to, text: texts.goOn } }
  }

export const over: View = (texts) => ({
  text: texts.oidc.over,
  next: toAccount(texts),
})

const formFor = (uid: string, answer: Answer, button: string): Form => ({
  action: 'authorize',
  hidden: { interaction: uid, answer },
  button,
})

const denying = (uid: string, { cancel }: AppTexts): Form => ({
  ...formFor(uid, 'deny', cancel),
  isPlain: true,
})

const anotherAccount = (uid: string, { useAnother }: Texts['signIn']): Link => ({
  to: signInAgain(authorizePage(uid)),
  text: useAnother,
})
