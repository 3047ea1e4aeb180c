import { getOidcClientEndpoint, updateOidcClientEndpoint } from '#contract/oidc/clients.ts'
import { type Problem, problemOf } from '../../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { pageUrl } from '../../view/parts.ts'
import { clientForm, typedClient } from './client-form.ts'

export const editClientPage: ConsolePage = {
  name: 'edit-client',
  entry: 'clients',
  show: (visit) => form(visit),
  send: changeClient,
}

async function form(visit: Visit, problem?: Problem) {
  const { ask, sent, texts } = visit
  const { body: client, etag } = await ask(getOidcClientEndpoint, { params: { id: sent.id ?? '' } })
  const { id, name, jwks } = client
  const known = { choice: client, keysText: jwks === null ? '' : JSON.stringify(jwks, null, 2) }
  const { choice, keysText } = typedClient(visit) ?? known
  return clientForm(visit, {
    action: 'edit-client',
    title: `${texts.clients.edit}: ${name}`,
    button: texts.clients.save,
    choice,
    keysText,
    problem,
    // After a problem the form carries the present version, so an admin who sends it again overwrites changes that somebody
    // else has made.
    carried: { id, version: problem ? etag : (sent.version ?? etag) },
    cancel: pageUrl('client', { id }),
  })
}

async function changeClient(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const { id = '' } = sent
  const { choice = {}, areKeysJson = true } = typedClient(visit) ?? {}
  if (!areKeysJson)
    return { ...(await form(visit, { text: texts.clients.badKeys, faults: [] })), status: 400 }
  try {
    await ask(updateOidcClientEndpoint, { params: { id }, body: choice, ifMatch: sent.version })
  } catch (error) {
    return { ...(await form(visit, problemOf(error, texts))), status: 400 }
  }
  return { to: pageUrl('client', { id, done: 'edit' }) }
}
