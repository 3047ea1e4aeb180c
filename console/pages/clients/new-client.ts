import { createOidcClientEndpoint } from '#contract/oidc/clients.ts'
import { html } from '#runtime/html.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { onceOf } from '../../view/forms.ts'
import { pageUrl } from '../../view/parts.ts'
import { secretView } from '../../view/secret.ts'
import { clientForm, typedClient } from './client-form.ts'
import { kindIn, kindsView, settingsOfKind } from './client-kinds.ts'

export const newClientPage: ConsolePage = {
  name: 'new-client',
  entry: 'clients',
  show: async (visit) =>
    visit.sent.typed === undefined && kindIn(visit.sent.kind) === undefined ? kindsView(visit) : form(visit),
  send: createClient,
}

function form(visit: Visit, problem?: Problem) {
  const { sent, texts } = visit
  const kind = kindIn(sent.kind) ?? 'web'
  const { choice = settingsOfKind[kind], keysText = '' } = typedClient(visit) ?? {}
  return clientForm(visit, {
    action: 'new-client',
    title: `${texts.clients.create}: ${texts.clientKinds.kinds[kind].name}`,
    button: texts.clients.create,
    choice,
    keysText,
    carried: { once: onceOf(sent), kind },
    cancel: 'new-client',
    problem,
  })
}

async function createClient(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { clients: text } = texts
  const { choice = settingsOfKind.web, areKeysJson = true } = typedClient(visit) ?? {}
  if (!areKeysJson) return { ...form(visit, { text: text.badKeys, faults: [] }), status: 400 }
  try {
    const { body: made } = await ask(createOidcClientEndpoint, { body: choice, idempotencyKey: sent.once })
    const { id, client_secret: secret } = made
    if (secret === undefined) return { to: pageUrl('client', { id, done: 'create' }) }
    const facts = html`<p>${text.id}: <code>${id}</code></p>`
    return secretView(texts, { title: text.created, secret, facts, next: pageUrl('client', { id }) })
  } catch (error) {
    return { ...form(visit, problemOf(error, texts)), status: 400 }
  }
}
