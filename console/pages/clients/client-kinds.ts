import type { OidcClientResource } from '#contract/oidc/client.ts'
import { copyable } from '#runtime/components/copy.ts'
import { type Html, html } from '#runtime/html.ts'
import { icon } from '#runtime/look/icon.ts'
import type { IconName } from '#runtime/look/icon-names.ts'
import type { Visit } from '../../core/visit.ts'
import type { Texts } from '../../texts/texts.ts'
import { pageUrl } from '../../view/parts.ts'
import type { ClientChoice } from './client-form.ts'

export type ClientKind = keyof Texts['clientKinds']['kinds']

const icons: Readonly<Record<ClientKind, IconName>> = {
  web: 'server',
  spa: 'app-window',
  mobile: 'smartphone',
  machine: 'terminal',
}

/** The settings of a confidential client that signs users in, such as a web application on a server. The other kinds differ from it. */
const web: ClientChoice = {
  name: '',
  first_party: false,
  token_endpoint_auth_method: 'client_secret_basic',
  jwks: null,
  redirect_uris: [],
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  grant_types: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  resources: [],
  id_token_signed_response_alg: 'RS256',
  require_pushed_authorization_requests: false,
  require_pkce: 'always',
  dpop_bound_access_tokens: false,
}

/** The settings with which the form for a new client begins, by the kind of the application. */
export const settingsOfKind: Readonly<Record<ClientKind, ClientChoice>> = {
  web,
  spa: { ...web, token_endpoint_auth_method: 'none' },
  mobile: { ...web, token_endpoint_auth_method: 'none' },
  machine: { ...web, grant_types: ['client_credentials'], scopes: [] },
}

export const kindIn = (given: string | undefined): ClientKind | undefined =>
  (Object.keys(settingsOfKind) as ClientKind[]).find((one) => one === given)

/** Returns the page that asks for the kind of the application. */
export function kindsView({ texts }: Visit): { title: string; body: Html } {
  const { clients, clientKinds: text } = texts
  const items = (Object.keys(settingsOfKind) as ClientKind[]).map((kind) => {
    const { name, hint } = text.kinds[kind]
    return html`<li><a href="${pageUrl('new-client', { kind })}">${icon(icons[kind])}<strong>${name}</strong> <span>${hint}</span></a></li>`
  })
  return {
    title: clients.create,
    body: html`<h1>${clients.create}</h1><p class="quiet">${text.choose}</p><ul class="kinds">${items}</ul>`,
  }
}

/** Returns the card with the values that an application needs, and code to begin with. It needs the script `copy.js`. */
export function connectCard({ texts, issuer }: Visit, client: OidcClientResource): Html {
  const { clients, clientKinds: text, userHead: words } = texts
  const code = snippetFor(client, issuer)
  return html`<section class="card"><h2>${text.connect}</h2><p class="hint">${text.connectHint}</p><dl><dt>${text.issuer}</dt><dd>${copyable(issuer, words)}</dd><dt>${clients.id}</dt><dd>${copyable(client.id, words)}</dd><dt>${text.discovery}</dt><dd>${copyable(`${issuer}/.well-known/openid-configuration`, words)}</dd></dl>${code && html`<h3>${code.title}</h3><pre class="snippet" lang="en" tabindex="0">${code.lines.join('\n')}</pre>`}</section>`
}

/**
 * Returns code that signs users in, or gets a token, with the settings of a client; undefined for an app on a device, whose
 * libraries take the values as they are.
 */
function snippetFor(
  {
    id,
    grant_types: grants,
    token_endpoint_auth_method: method,
    redirect_uris: uris,
    scopes,
  }: OidcClientResource,
  issuer: string,
): { title: string; lines: readonly string[] } | undefined {
  const [redirect = 'https://app.example.com/callback'] = uris
  const scope = scopes.join(' ')
  // The values of a client are made part of code, so they are written as literals of that language.
  const literal = (value: string) => JSON.stringify(value)
  if (!grants.includes('authorization_code'))
    return method === 'client_secret_basic'
      ? {
          title: 'curl',
          lines: [
            `curl -u "${id}:$CLIENT_SECRET" ${issuer}/oidc/token \\`,
            '  -d grant_type=client_credentials',
          ],
        }
      : undefined
  if (method === 'none')
    return URL.parse(redirect)?.protocol.startsWith('http')
      ? {
          title: 'oidc-client-ts',
          lines: [
            "import { UserManager } from 'oidc-client-ts'",
            '',
            'const users = new UserManager({',
            `  authority: ${literal(issuer)},`,
            `  client_id: ${literal(id)},`,
            `  redirect_uri: ${literal(redirect)},`,
            `  scope: ${literal(scope)},`,
            '})',
            'await users.signinRedirect()',
          ],
        }
      : undefined
  return method === 'private_key_jwt'
    ? undefined
    : {
        title: 'Node.js (openid-client)',
        lines: [
          "import * as openid from 'openid-client'",
          '',
          'const config = await openid.discovery(',
          `  new URL(${literal(issuer)}),`,
          `  ${literal(id)},`,
          '  undefined,',
          `  openid.${method === 'client_secret_post' ? 'ClientSecretPost' : 'ClientSecretBasic'}(process.env.CLIENT_SECRET),`,
          ')',
          'const codeVerifier = openid.randomPKCECodeVerifier()',
          'const state = openid.randomState()',
          'const url = openid.buildAuthorizationUrl(config, {',
          `  redirect_uri: ${literal(redirect)},`,
          `  scope: ${literal(scope)},`,
          '  code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),',
          "  code_challenge_method: 'S256',",
          '  state,',
          '})',
          '// Keep codeVerifier and state in the session, redirect to url.href, and on return call',
          '// openid.authorizationCodeGrant(config, currentUrl, { pkceCodeVerifier: codeVerifier, expectedState: state }).',
        ],
      }
}
