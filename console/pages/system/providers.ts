import {
  type IdentityCountResource,
  type IdentityProviderStateResource,
  listIdentityCountsEndpoint,
  listIdentityProvidersEndpoint,
} from '#contract/system/system.ts'
import { badge } from '#runtime/components/banner.ts'
import { type Html, html } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { number, time } from '../../view/parts.ts'

/** The page about the providers with whose accounts people sign in: whether each answers, and how many accounts are linked. */
export const providersPage: ConsolePage = {
  name: 'providers',
  entry: 'providers',
  menu: {
    group: 'applications',
    purpose:
      'The configured [identity providers](../guide/federated-login.md): whether they respond, and how many accounts are linked',
  },
  show: showProviders,
}

async function showProviders(visit: Visit): Promise<PageAnswer> {
  const { ask, texts } = visit
  const { providers: text } = texts
  const [{ body: states }, { body: counts }] = await Promise.all([
    ask(listIdentityProvidersEndpoint, {}),
    ask(listIdentityCountsEndpoint, {}),
  ])
  const gone = counts.data.filter(({ provider }) => !states.data.some(({ name }) => name === provider))
  const countOf = (name: string) => counts.data.find(({ provider }) => provider === name)
  return {
    title: text.title,
    scripts: ['local-time.js'],
    body: html`<h1>${text.title}</h1>
<p class="hint">${text.hint}</p>
${states.data.length === 0 && html`<section class="card"><h2>${text.none}</h2><p class="quiet">${text.noneHint}</p><p><a href="../docs/guide/federated-login">${text.guide}</a></p></section>`}
${states.data.map((state) => card(visit, state, countOf(state.name)))}
${gone.map((count) => html`<section class="card"><h2>${count.provider}</h2><p>${badge(text.gone, 'warn')}</p><dl>${usage(visit, count)}</dl></section>`)}
${counts.is_capped && html`<p class="hint">${text.capped}</p>`}`,
  }
}

function card(
  visit: Visit,
  state: IdentityProviderStateResource,
  count: IdentityCountResource | undefined,
): Html {
  const { providers: text } = visit.texts
  const { title, name, issuer, redirect_uri: address } = state
  return html`<section class="card"><h2>${title}</h2><p>${stateOf(visit, state)}</p><dl><dt>${text.name}</dt><dd><code>${name}</code></dd><dt>${text.issuer}</dt><dd><code>${issuer}</code></dd><dt>${text.address}</dt><dd><code>${address}</code></dd>${usage(visit, count)}</dl></section>`
}

/** Shows the state of a provider. It counts as failing when its last failure came after its last answer. */
function stateOf(visit: Visit, state: IdentityProviderStateResource): Html {
  const { providers: text } = visit.texts
  const { last_answer_at: answered, last_failure_at: failed, last_failure: why } = state
  const words =
    failed !== null && html`${text.failed} ${time(visit, failed)}: <span lang="en">${why ?? ''}</span>`
  if (failed !== null && (answered === null || Date.parse(failed) >= Date.parse(answered)))
    return html`${badge(text.failing, 'bad')} ${words}`
  if (answered === null) return badge(text.unused)
  return html`${badge(text.answers, 'good')} ${text.answered} ${time(visit, answered)}${words && html`<br>${words}`}`
}

function usage(visit: Visit, count: IdentityCountResource | undefined): Html {
  const { providers: text, never } = visit.texts
  const last = count?.last_used_at ?? null
  return html`<dt>${text.identities}</dt><dd>${number(visit, count?.identities ?? 0)}</dd><dt>${text.lastUsed}</dt><dd>${last === null ? never : time(visit, last)}</dd>`
}
