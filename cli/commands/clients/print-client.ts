import type { OidcClientResource } from '#contract/oidc/client.ts'
import { printJson } from '../../printable.ts'
import { table } from '../../table.ts'

/** Prints a client, and its secret if the command has just made one. */
export function printClient(
  client: OidcClientResource & { client_secret?: string },
  { json }: { json: boolean },
): void {
  if (json) return void printJson(client)
  const { client_secret: secret } = client
  const rows = [
    ['client ID', client.id],
    ['name', client.name],
    ['kind', `${client.kind} (${client.token_endpoint_auth_method})`],
    ['status', client.enabled ? 'enabled' : 'disabled'],
    ['first party', client.first_party ? 'yes' : 'no'],
    ...client.redirect_uris.map((uri) => ['redirect URI', uri]),
    ['grants', client.grant_types.join(' ') || 'none (an API)'],
    ['scopes', client.scopes.join(' ')],
    ...(client.resources.length > 0 ? [['resources', client.resources.join(' ')]] : []),
    ...(client.require_pkce === 'always' ? [] : [['requires PKCE', pkceWords[client.require_pkce]]]),
    ...(secret === undefined ? [] : [['secret', `${secret}   (shown only once)`]]),
  ]
  process.stdout.write(table(rows))
}

const pkceWords = {
  or_nonce: 'or_nonce: PKCE or a nonce that the client checks',
  never: 'never: only client authentication protects a stolen code',
}
