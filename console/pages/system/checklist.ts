import { listOidcClientsEndpoint } from '#contract/oidc/clients.ts'
import { getFactorsEndpoint } from '#contract/sign-in/factors.ts'
import { listPasskeysEndpoint } from '#contract/sign-in/passkeys.ts'
import { getSetupChecklistEndpoint, type SetupChecklistResource } from '#contract/system/setup-checklist.ts'
import { rows } from '#runtime/components/row.ts'
import { type Html, html } from '#runtime/html.ts'
import { icon } from '#runtime/look/icon.ts'
import type { IconName } from '#runtime/look/icon-names.ts'
import type { Visit } from '../../core/visit.ts'
import type { Texts } from '../../texts/texts.ts'
import { number, pageUrl } from '../../view/parts.ts'
import { readBranding } from '../branding/branding-values.ts'

type StepName = keyof Texts['setup']['steps']

/** A step of the setup, and the page on which the admin takes it, relative to `/console/`. */
interface Step {
  name: StepName
  icon: IconName
  isDone: boolean
  to: string
}

export interface Checklist {
  isOpen: boolean
  steps: readonly Step[]
}

/** Reads which steps of the setup are done. The API keeps only what cannot be read from where it is set. */
export async function readChecklist(visit: Visit, stored: SetupChecklistResource): Promise<Checklist> {
  const { admin, ask } = visit
  const params = { id: admin.id }
  const [factors, passkeys, branding, clients] = await Promise.all([
    ask(getFactorsEndpoint, { params }),
    ask(listPasskeysEndpoint, { params }),
    readBranding(visit),
    ask(listOidcClientsEndpoint, { query: { limit: 1 } }),
  ])
  const { values, stored: brand, fixed } = branding
  const isBranded =
    [values.name, values.color].some((value) => value !== '') ||
    brand.logo !== null ||
    Object.keys(fixed).length > 0
  const [client] = clients.body.data
  return {
    isOpen: stored.is_open,
    steps: [
      {
        name: 'password',
        icon: 'key',
        isDone: !stored.has_generated_password,
        to: '../account/password',
      },
      {
        name: 'factor',
        icon: 'shield-check',
        isDone: factors.body.totp !== null || passkeys.body.data.length > 0,
        to: '../account/app',
      },
      {
        name: 'address',
        icon: 'mail',
        // The first admin has an address that belongs to nobody (RFC 2606).
        isDone: !admin.email.toLowerCase().endsWith('.invalid'),
        to: pageUrl('edit-user', { id: admin.id }),
      },
      { name: 'branding', icon: 'palette', isDone: isBranded, to: 'branding' },
      { name: 'email', icon: 'send', isDone: stored.email_tested, to: 'test-email' },
      {
        name: 'client',
        icon: 'app-window',
        isDone: client !== undefined,
        to: client ? pageUrl('client', { id: client.id }) : 'new-client',
      },
    ],
  }
}

/** Finds the checklist for the overview; undefined once an admin has dismissed it. */
export async function findOpenChecklist(visit: Visit): Promise<Checklist | undefined> {
  const { body: stored } = await visit.ask(getSetupChecklistEndpoint, {})
  return stored.is_open ? readChecklist(visit, stored) : undefined
}

/** Shows the steps: what is done, what is left, and a button for each. */
export function checklistCard(visit: Visit, { isOpen, steps }: Checklist): Html {
  const { setup: text } = visit.texts
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  const list = rows(
    steps.map((step) => {
      const { title, why, action } = text.steps[step.name]
      return {
        drawing: icon(step.isDone ? 'circle-check' : step.icon),
        name: html`${title}${step.isDone && html`<span class="unseen">: ${text.done}</span>`}`,
        notes: step.isDone ? [] : [why],
        ...(step.isDone
          ? step.name === 'client'
            ? { actions: html`<a href="${step.to}" class="button secondary small">${text.showClient}</a>` }
            : {}
          : {
              actions: html`<a href="${step.to}" class="button small${step === next ? '' : ' secondary'}">${action}</a>`,
            }),
      }
    }),
  )
  const count = text.progress({ done: number(visit, done), count: number(visit, steps.length) })
  const dismiss =
    isOpen &&
    html`<form method="post" action="setup"><button class="button quiet">${text.dismiss}</button></form>`
  return html`<section class="card setup"><div class="bar"><h2>${next ? text.title : text.complete}</h2><span class="quiet">${count}</span></div><p class="hint">${text.hint}</p><progress max="${steps.length}" value="${done}" aria-label="${count}"></progress>${list}${dismiss}</section>`
}
