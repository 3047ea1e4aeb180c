import { eventTypes } from '#contract/events/event-types.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Problem } from '../../core/problem.ts'
import type { Visit } from '../../core/visit.ts'
import { problemBox, textField, tick, ticks } from '../../view/forms.ts'

/** The settings of a webhook that an admin may choose. */
export interface WebhookChoice {
  url: string
  event_types: ((typeof eventTypes)[number] | '*')[]
  description: string | null
}

const fieldOf = (type: string) => `on_${type.replace('.', '_')}`

/** Returns the settings that were typed; undefined when the form was not sent yet. */
export function typedWebhook({ sent }: Visit): WebhookChoice | undefined {
  if (sent.typed === undefined) return undefined
  return {
    url: sent.url?.trim() ?? '',
    event_types: sent.everything ? ['*'] : eventTypes.filter((type) => sent[fieldOf(type)]),
    description: sent.description?.trim() || null,
  }
}

interface Shown {
  action: string
  title: string
  button: string
  choice: WebhookChoice
  /** The hidden fields that the form sends in addition to those for typing. */
  carried: Record<string, string | undefined>
  cancel: string
  problem: Problem | undefined
}

/** Returns the page with the form for a new or a changed webhook. */
export function webhookForm({ texts }: Visit, shown: Shown): { title: string; body: Html } {
  const { webhooks: text } = texts
  const { action, title, button, choice, carried, cancel, problem } = shown
  const isAll = choice.event_types.includes('*')
  const boxes = eventTypes.map((type) => tick(fieldOf(type), type, choice.event_types.includes(type)))
  return {
    title,
    body: html`<h1>${title}</h1>
${problemBox(problem)}
<section class="card"><form method="post" action="${action}">${hiddenFields({ ...carried, typed: '1' })}
${textField({ name: 'url', label: text.url, hint: text.urlHint, value: choice.url, type: 'url', maxLength: 2_000, isRequired: true, problem })}
${textField({ name: 'description', label: text.description, value: choice.description ?? '', maxLength: 200, problem })}
${ticks(text.events, { name: 'event_types', hint: text.eventsHint, problem }, [tick('everything', text.everything, isAll), html`<div class="columns">${boxes}</div>`])}
<button class="button">${button}</button> <a href="${cancel}" class="button secondary">${texts.cancel}</a></form></section>`,
  }
}
