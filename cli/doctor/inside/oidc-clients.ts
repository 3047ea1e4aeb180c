import { type Client, usesSecrets } from '#auth/clients/client.ts'
import { findClientsPage } from '#auth/clients/client-store.ts'
import { requireSoundClient } from '#auth/clients/require-sound-client.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { addressesOf, resolveHost, TargetRefused } from '#runtime/targets/targets.ts'
import { type Check, type Finding, fail, ok, warn } from '../check.ts'
import type { Deployment } from '../deployment.ts'
import { inDatabaseOf } from '../in-databases.ts'

/** The maximum number of clients to check, the oldest first. Most deployments have only a few clients. */
const maxClients = 500

/** Looks for applications that nobody can sign in to any more, and for those to which no message about a logout can be sent. */
export const oidcClientsCheck: Check = {
  name: 'clients',
  async run(deployment) {
    return inDatabaseOf(deployment, 'auth', async (db) => {
      const clients = await findClientsPage(db, { createdAt: -1, id: '' }, maxClients)
      const enabled = clients.filter(({ isEnabled }) => isEnabled)
      const wrong = (await Promise.all(enabled.map((client) => judge(client, deployment)))).flat()
      if (wrong.length > 0) return wrong
      return [ok(clients.length === 0 ? 'none' : `${clients.length}, no problems`)]
    })
  },
}

async function judge(client: Client, deployment: Deployment): Promise<Finding[]> {
  return [
    ...settingsOf(client, deployment),
    ...secretsOf(client),
    ...pkceOf(client),
    ...(await logoutAddressOf(client, deployment)),
  ]
}

const named = ({ name, id }: Client): string => `${JSON.stringify(name)} (${id})`

/** Checks the settings of a client by the current rules: an import, or an earlier version, may have accepted others. */
function settingsOf(client: Client, { settings }: Deployment): Finding[] {
  try {
    requireSoundClient(client, { audience: settings.audience, issuer: settings.issuer })
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return (error.errors ?? []).map(({ pointer, detail }) =>
      fail(`${named(client)} has ${pointer.slice(1)} that is not allowed: ${detail}`, change(client)),
    )
  }
}

const change = ({ id }: Client): string => `latchkey clients update ${id}, or the console`

function secretsOf(client: Client): Finding[] {
  if (!usesSecrets(client) || client.secrets.length > 0) return []
  return [
    warn(
      `${named(client)} has no secret: sign-in to it fails`,
      `latchkey clients rotate-secret ${client.id}, or disable it: latchkey clients update ${client.id} --enabled no`,
    ),
  ]
}

/** Warns of a client whose stolen codes are protected by client authentication only (RFC 9700 section 2.1.1). */
function pkceOf(client: Client): Finding[] {
  if (client.requirePkce !== 'never') return []
  return [
    warn(
      `${named(client)} is not required to use PKCE or a nonce`,
      `latchkey clients update ${client.id} --require-pkce always; if it can send only a nonce, --require-pkce or_nonce`,
    ),
  ]
}

/** Checks whether messages about logouts may be sent to the address of the client, without sending one. */
async function logoutAddressOf(
  client: Client,
  { settings: { webhookPrivateTargets } }: Deployment,
): Promise<Finding[]> {
  const { backchannelLogoutUri: url, id } = client
  if (url === null) return []
  try {
    await addressesOf({ allowPrivate: webhookPrivateTargets === 'allow', resolve: resolveHost }, url)
    return []
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error
    const { host } = new URL(url)
    return [
      warn(
        `${named(client)} is not notified of sign-outs, at ${host}: ${error.message}`,
        `latchkey clients update ${id} --backchannel-logout-uri URL; for a URL in your own network, LATCHKEY_WEBHOOK_PRIVATE_TARGETS=allow`,
      ),
    ]
  }
}
