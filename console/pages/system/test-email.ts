import {
  sendTestEmailEndpoint,
  type TestEmailFault,
  type TestEmailResource,
} from '#contract/system/test-email.ts'
import { type Html, html } from '#runtime/html.ts'
import { icon } from '#runtime/look/icon.ts'
import type { IconName } from '#runtime/look/icon-names.ts'
import { problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import type { Texts } from '../../texts/texts.ts'
import { problemBox } from '../../view/forms.ts'
import { pageUrl } from '../../view/parts.ts'

/** The page that sends a test email to the admin, and shows what the mail server replied and which setting to correct. */
export const testEmailPage: ConsolePage = {
  name: 'test-email',
  entry: 'health',
  show: async (visit) => view(visit),
  async send(visit) {
    const { ask, texts } = visit
    try {
      return view(visit, resultOf(visit, (await ask(sendTestEmailEndpoint, {})).body))
    } catch (error) {
      return { ...view(visit, problemBox(problemOf(error, texts))), status: 429 }
    }
  },
}

/** The page with a result above the form, which sends another one. */
function view(visit: Visit, result?: Html): Exclude<PageAnswer, { file: unknown } | { to: string }> {
  const { testEmail: text } = visit.texts
  return {
    title: text.title,
    body: html`<h1>${text.title}</h1>
<p class="hint">${text.hint}</p>
${result}
<section class="card">${testEmailForm(visit)}<p class="links"><a href="health">${visit.texts.health.title}</a> · <a href="dead-letters">${visit.texts.pages['dead-letters']}</a></p></section>`,
  }
}

/** Makes the form that sends a test email, for every page that has it. */
export const testEmailForm = ({ admin, texts: { testEmail: text } }: Visit): Html =>
  html`<form method="post" action="test-email"><p>${text.explain({ address: admin.email })}</p><button class="button">${icon('send')}${text.button}</button></form>`

function resultOf(visit: Visit, sent: TestEmailResource): Html {
  const { testEmail: text } = visit.texts
  const { outcome, fault, to, server, reply } = sent
  const [tone, what, next] =
    fault !== null
      ? (['bad', text.faults[fault].what, text.faults[fault].fix] as const)
      : outcome === 'stored'
        ? (['warn', text.stored, text.storedDo] as const)
        : (['', text.accepted, text.acceptedDo] as const)
  const facts = [
    [text.to, to] as const,
    ...(server === null ? [] : [[text.server, server] as const]),
    ...(reply === null ? [] : [[text.reply, html`<code lang="en">${reply}</code>`] as const]),
  ]
  const change =
    fault === 'no_address' &&
    html`<p><a href="${pageUrl('edit-user', { id: visit.admin.id })}" class="button secondary">${text.changeAddress}</a></p>`
  return html`<section class="card state ${tone}" role="${fault === null ? 'status' : 'alert'}"><h2>${what}</h2><p>${next}</p>${fault !== null && stepsTo(visit.texts, fault)}<dl>${facts.map(([term, fact]) => html`<dt>${term}</dt><dd>${fact}</dd>`)}</dl>${change}</section>`
}

type Step = keyof Texts['testEmail']['steps']

/** The steps of sending an email, in their order, with the faults that show where it stopped. */
const steps: readonly (readonly [Step, TestEmailFault])[] = [
  ['address', 'no_address'],
  ['host', 'host_not_found'],
  ['connect', 'connection_failed'],
  ['tls', 'tls_failed'],
  ['login', 'login_refused'],
  ['sender', 'sender_refused'],
  ['recipient', 'recipient_refused'],
  ['message', 'message_refused'],
]

const stepIcons = {
  done: 'circle-check',
  failed: 'circle-x',
  open: 'circle-dashed',
} as const satisfies Record<keyof Texts['testEmail']['states'], IconName>

/** Shows which steps were done and which one failed; undefined for a fault that can happen at several of them. */
function stepsTo({ testEmail: text }: Texts, fault: TestEmailFault): Html | undefined {
  const failed = steps.findIndex(([, one]) => one === fault)
  if (failed < 0) return undefined
  const items = steps.map(([step], at) => {
    const state = at < failed ? 'done' : at === failed ? 'failed' : 'open'
    return html`<li class="${state}">${icon(stepIcons[state])}<span>${text.steps[step]}<span class="unseen">: ${text.states[state]}</span></span></li>`
  })
  return html`<ol class="steps">${items}</ol>`
}
