import { scopes } from '#contract/declaration/endpoint.ts'
import { createApiKeyEndpoint } from '#contract/integrations/api-keys.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { html } from '#runtime/html.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { choiceField, onceOf, problemBox, textField, tick, ticks } from '../../view/forms.ts'
import { secretView } from '../../view/secret.ts'

export const newApiKeyPage: ConsolePage = {
  name: 'new-api-key',
  entry: 'api-keys',
  show: async (visit) => form(visit),
  send: createApiKey,
}

/** The lifetimes that the form offers, in days. They are strings, because a form sends strings. */
const lifetimes = ['30', '90', '365', '730'] as const
const usualDays = '90'
const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns the first midnight (UTC) that is at least so many whole days away. The result is the same all day: a form that is sent
 * twice must ask for the same time, or the second request would not count as a repetition of the first.
 */
const endAfter = (now: number, days: number): string =>
  new Date((Math.floor(now / dayMs) + days + 1) * dayMs).toISOString()

const fieldOf = (scope: string) => scope.replace(':', '_')
const daysIn = ({ sent }: Visit) => lifetimes.find((one) => one === sent.days) ?? usualDays

function form(visit: Visit, problem?: Problem) {
  const { sent, texts } = visit
  const { apiKeys: text } = texts
  const boxes = scopes.map((scope) =>
    tick(fieldOf(scope), `${scope} – ${text.scope[scope]}`, sent[fieldOf(scope)] !== undefined),
  )
  const choices = lifetimes.map((days) => [days, text.days[days]] as const)
  return {
    title: text.create,
    body: html`<h1>${text.create}</h1>
${problemBox(problem)}
<section class="card"><form method="post" action="new-api-key">${hiddenFields({ once: onceOf(sent) })}
${textField({ name: 'name', label: text.name, hint: text.nameHint, value: sent.name ?? '', maxLength: 100, isRequired: true, problem })}
${ticks(text.scopes, { name: 'scopes', hint: text.scopesHint, problem }, boxes)}
${choiceField({ name: 'days', label: text.lifetime, value: daysIn(visit), choices })}
<button class="button">${text.create}</button> <a href="api-keys" class="button secondary">${texts.cancel}</a></form></section>`,
  }
}

async function createApiKey(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts, now } = visit
  const { apiKeys: text } = texts
  try {
    const { body: made } = await ask(createApiKeyEndpoint, {
      body: {
        name: sent.name?.trim() ?? '',
        scopes: scopes.filter((scope) => sent[fieldOf(scope)]),
        expires_at: endAfter(now, Number(daysIn(visit))),
      },
      idempotencyKey: sent.once,
    })
    const facts = html`<p>${text.sent}</p>`
    return secretView(texts, { title: text.created, secret: made.key, facts, next: 'api-keys' })
  } catch (error) {
    return { ...form(visit, problemOf(error, texts)), status: 400 }
  }
}
