import {
  clientAuthMethods,
  clientGrantTypes,
  idTokenAlgorithms,
  type OidcClientResource,
  pkceRequirements,
} from '#contract/oidc/client.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Problem } from '../../core/problem.ts'
import type { Visit } from '../../core/visit.ts'
import { choiceField, linesField, problemBox, textField, tick, ticks } from '../../view/forms.ts'

/** The settings of an application that an admin may choose. */
export type ClientChoice = Omit<
  OidcClientResource,
  'id' | 'kind' | 'enabled' | 'secrets' | 'created_by' | 'created_at' | 'updated_at'
>

const linesIn = (text = ''): string[] => [...new Set(text.split(/\s+/).filter(Boolean))]

/**
 * Returns the settings that were typed; undefined when the form was not sent yet. `areKeysJson` is false when the typed keys are
 * not a JSON key set. The page reports this itself, because the error of the service would only name types.
 */
export function typedClient({
  sent,
}: Visit): { choice: ClientChoice; keysText: string; areKeysJson: boolean } | undefined {
  if (sent.typed === undefined) return undefined
  const keysText = sent.jwks?.trim() ?? ''
  const jwks = keysText === '' ? null : parseKeys(keysText)
  const choice = {
    name: sent.name?.trim() ?? '',
    first_party: sent.first_party !== undefined,
    token_endpoint_auth_method:
      clientAuthMethods.find((one) => one === sent.token_endpoint_auth_method) ?? 'client_secret_basic',
    jwks: jwks ?? null,
    redirect_uris: linesIn(sent.redirect_uris),
    post_logout_redirect_uris: linesIn(sent.post_logout_redirect_uris),
    backchannel_logout_uri: sent.backchannel_logout_uri?.trim() || null,
    grant_types: clientGrantTypes.filter((one) => sent[`may_${one}`]),
    scopes: linesIn(sent.scopes),
    resources: linesIn(sent.resources),
    id_token_signed_response_alg:
      idTokenAlgorithms.find((one) => one === sent.id_token_signed_response_alg) ?? 'RS256',
    require_pushed_authorization_requests: sent.pushed !== undefined,
    require_pkce: pkceRequirements.find((one) => one === sent.require_pkce) ?? 'always',
    dpop_bound_access_tokens: sent.bound !== undefined,
  } as const
  return { choice, keysText, areKeysJson: jwks !== undefined }
}

/** Returns the key set (RFC 7517) in a text; undefined for a text that is none. The service checks the keys in it. */
function parseKeys(text: string): { keys: Record<string, unknown>[] } | undefined {
  try {
    const { keys, ...others } = JSON.parse(text)
    const isKeySet = Array.isArray(keys) && Object.keys(others).length === 0
    return isKeySet && keys.every((one) => typeof one === 'object' && one !== null) ? { keys } : undefined
  } catch {
    return undefined
  }
}

interface Shown {
  action: string
  title: string
  button: string
  choice: ClientChoice
  keysText: string
  /** The hidden fields that the form sends in addition to those for typing. */
  carried: Record<string, string | undefined>
  cancel: string
  problem: Problem | undefined
}

/** Returns the page with the form for a new or a changed application. */
export function clientForm(visit: Visit, shown: Shown): { title: string; body: Html } {
  const { cancel: back, clients: text } = visit.texts
  const { action, title, button, choice, carried, cancel, problem } = shown
  const grants = clientGrantTypes.map((one) =>
    tick(`may_${one}`, text.grant[one], choice.grant_types.includes(one)),
  )
  return {
    title,
    body: html`<h1>${title}</h1>
${problemBox(problem)}
<section class="card"><form method="post" action="${action}">${hiddenFields({ ...carried, typed: '1' })}
${textField({ name: 'name', label: text.name, hint: text.nameHint, value: choice.name, maxLength: 100, isRequired: true, problem })}
${choiceField({ name: 'token_endpoint_auth_method', label: text.authentication, hint: text.authenticationHint, value: choice.token_endpoint_auth_method, choices: clientAuthMethods.map((one) => [one, text.methods[one]] as const), problem })}
${ticks(text.consent, { name: 'first_party', problem }, [tick('first_party', text.firstParty, choice.first_party)])}
${lists(visit, shown)}
${ticks(text.grants, { name: 'grant_types', problem }, grants)}
${rest(visit, shown)}
<button class="button">${button}</button> <a href="${cancel}" class="button secondary">${back}</a></form></section>`,
  }
}

const lists = ({ texts: { clients: text } }: Visit, { choice, problem }: Shown): Html[] =>
  (
    [
      ['redirect_uris', text.redirectUris, text.redirectUrisHint],
      ['post_logout_redirect_uris', text.logoutUris, text.logoutUrisHint],
      ['scopes', text.scopes, text.scopesHint],
    ] as const
  ).map(([name, label, hint]) => linesField({ name, label, hint, value: choice[name].join('\n'), problem }))

/** Shows the settings that few applications need. They are folded, unless one of them is set or the form shows a problem. */
function rest({ texts: { clients: text } }: Visit, { choice, keysText, problem }: Shown): Html {
  const isUsual =
    keysText === '' &&
    choice.backchannel_logout_uri === null &&
    choice.resources.length === 0 &&
    choice.id_token_signed_response_alg === 'RS256' &&
    !choice.require_pushed_authorization_requests &&
    choice.require_pkce === 'always' &&
    !choice.dpop_bound_access_tokens &&
    problem === undefined
  const url = choice.backchannel_logout_uri ?? ''
  return html`<details class="field"${!isUsual && html` open`}><summary>${text.advanced}</summary>
${textField({ name: 'backchannel_logout_uri', label: text.backchannel, value: url, type: 'url', maxLength: 2_000, problem })}
${linesField({ name: 'resources', label: text.resources, hint: text.resourcesHint, value: choice.resources.join('\n'), problem })}
${linesField({ name: 'jwks', label: text.keys, hint: text.keysHint, value: keysText, problem })}
${choiceField({ name: 'id_token_signed_response_alg', label: text.algorithm, value: choice.id_token_signed_response_alg, choices: idTokenAlgorithms.map((one) => [one, one] as const), problem })}
${choiceField({ name: 'require_pkce', label: text.requirePkce, hint: text.requirePkceHint, value: choice.require_pkce, choices: pkceRequirements.map((one) => [one, text.pkce[one]] as const), problem })}
${tick('pushed', text.pushed, choice.require_pushed_authorization_requests)}${tick('bound', text.bound, choice.dpop_bound_access_tokens)}</details>`
}
