import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { send } from '#tests/support/system.ts'
import type { KillableNodes } from '../killable/nodes.ts'
import { type App, NoAnswer, post, type Scene } from './scene.ts'
import { redirectUri } from './sign-ins.ts'

const grantTypes = ['authorization_code', 'refresh_token']

/** A simulated admin who changes OpenID clients and knows which changes were acknowledged. */
export interface ClientAdmin {
  /** Creates a client that nobody uses, changes its name and its secrets, and deletes it. */
  change(): Promise<void>
  /** Requires that no change is half done, and that every acknowledged change is stored. */
  check(): Promise<void>
}

export async function makeApps(nodes: KillableNodes): Promise<Scene['apps']> {
  const make = await maker(nodes)
  const web = {
    redirect_uris: [redirectUri],
    grant_types: grantTypes,
    scopes: ['openid', 'email', 'profile'],
  }
  const device = { redirect_uris: [], grant_types: ['device_code', 'refresh_token'] }
  return {
    own: await make({ ...web, name: 'Wiki', first_party: true }),
    foreign: await make({ ...web, name: 'Notes', first_party: false }),
    device: await make({ ...device, name: 'TV', first_party: true, token_endpoint_auth_method: 'none' }),
  }
}

const admin = { username: 'boss', password: 'the password of the admin' }

async function maker(nodes: KillableNodes): Promise<(body: object) => Promise<App>> {
  const [{ users, auth } = { users: '', auth: '' }] = nodes.addresses()
  const signUp = { ...admin, email: 'boss@example.com' }
  await send('POST', `${users}/users/create`, { body: signUp })
  const database = await openDatabase(nodes.urls.users, commandDatabaseOptions)
  await database.query`UPDATE users SET role = 'admin' WHERE username = ${admin.username}`
  await database.close()
  const token = await signInAsAdmin(auth)
  return async (body) => {
    const reply = await send('POST', `${auth}/api/v1/oidc-clients`, { token, body })
    if (reply.status !== 201)
      throw new Error(`A client was answered ${reply.status} ${JSON.stringify(reply.body)}.`)
    return { id: reply.body.id, secret: reply.body.client_secret ?? '' }
  }
}

async function signInAsAdmin(auth: string): Promise<string> {
  const { status, body } = await send('POST', `${auth}/auth/login`, { body: admin })
  if (status !== 200) throw new NoAnswer(`The admin cannot log in: ${status}.`)
  return body.access_token
}

export function clientAdmin(scene: Scene): ClientAdmin {
  const { db } = scene
  const keeps = (isKept: boolean, what: string) => {
    if (!isKept) scene.violations.push(`admin: ${what}`)
  }
  const known = new Map<string, string>()
  const deleted = new Set<string>()
  let made = 0

  async function ask(method: string, path: string, token: string, success: number, body?: object) {
    const reply = await send(method, `${scene.pick().auth}/api/v1/oidc-clients${path}`, {
      token,
      ...(body && { body }),
    }).catch((error: unknown) => {
      throw error instanceof TypeError ? new NoAnswer() : error
    })
    if (reply.status === 503) throw new NoAnswer()
    keeps(reply.status === success, `${method} was answered ${reply.status} ${reply.body?.code}`)
    return reply.body
  }

  async function requireSecret(app: App, isGood: boolean): Promise<void> {
    for (const { auth } of scene.nodes()) {
      const { body } = await post(auth, '/oidc/token', app, {
        grant_type: 'refresh_token',
        refresh_token: 'none',
      })
      keeps(
        body.error === (isGood ? 'invalid_grant' : 'invalid_client'),
        `a secret was answered ${body.error}`,
      )
    }
  }

  return {
    async change() {
      const token = await signInAsAdmin(scene.pick().auth).catch(() => {
        throw new NoAnswer()
      })
      const body = {
        name: `Shop ${++made}`,
        redirect_uris: [redirectUri],
        grant_types: grantTypes,
        scopes: ['openid'],
      }
      const client = await ask('POST', '', token, 201, body)
      const { id, client_secret: first } = client
      known.set(id, body.name)
      known.set(id, `Shop ${made} or its new name`)
      await ask('PATCH', `/${id}`, token, 200, { name: `New shop ${made}` })
      known.set(id, `New shop ${made}`)
      const added = await ask('POST', `/${id}/secrets`, token, 201)
      await requireSecret({ id, secret: added.client_secret }, true)
      const [old] = client.secrets
      await ask('DELETE', `/${id}/secrets/${old.id}`, token, 204)
      await requireSecret({ id, secret: first }, false)
      known.delete(id)
      await ask('DELETE', `/${id}`, token, 204)
      deleted.add(id)
    },
    async check() {
      const rows = await db.query<{ id: string; name: string; version: number }>`
        SELECT id, name, version FROM oidc_clients`
      const events = await db.query<{ type: string; data: string }>`
        SELECT type, data FROM events WHERE type LIKE 'client.%'`
      const count = (id: string, ...types: string[]) =>
        events.filter(({ type, data }) => types.includes(type) && JSON.parse(data).client_id === id).length
      for (const { id, version } of rows) {
        keeps(
          count(id, 'client.created') === 1,
          `a client with ${count(id, 'client.created')} events of its making`,
        )
        const changes = count(id, 'client.updated', 'client.secret_created', 'client.secret_revoked')
        keeps(version === changes + 1, `version ${version} after ${changes} changes`)
        keeps(count(id, 'client.deleted') === 0 && !deleted.has(id), 'a client is there that was deleted')
      }
      for (const [id, name] of known) {
        const row = rows.find((one) => one.id === id)
        keeps(
          row !== undefined && (row.name === name || name.includes(' or ')),
          `a client ${name} is not there`,
        )
      }
    },
  }
}
