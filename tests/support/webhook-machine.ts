import assert from 'node:assert/strict'
import { scopes } from '#contract/declaration/endpoint.ts'
import type { System } from './system.ts'
import { until } from './until.ts'
import type { ReceivedRequest, WebhookReceiver } from './webhook-receiver.ts'

/** The setting that allows webhooks to be sent to this machine. */
export const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } as const

/**
 * Creates an API key with all scopes, and returns functions that send requests with it. The key stays valid longer than
 * an access token.
 */
export async function machine(system: System) {
  const { access_token: token, session_id } = await system.admin()
  const db = await system.database('users')
  const body = { name: 'tests', scopes }
  const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })
  const { key, id: keyId } = made.body
  // The login of the admin and the creation of the key record the last two events of the set-up. After them every event is
  // caused by the test itself.
  const numbered = () => db.query`
    SELECT id FROM events
    WHERE position IS NOT NULL AND (type = 'session.created' AND data LIKE ${`%${session_id}%`}
      OR type = 'api_key.created' AND data LIKE ${`%${keyId}%`})`
  await until('the admin and the key are told', async () => (await numbered()).length === 2)
  const call = (method: string, path: string, sent?: unknown, headers = {}) =>
    system.send(method, `${system.usersUrl}/api/v1${path}`, { token: key, body: sent, headers })
  return {
    call,
    async hook(url: string, more: object = {}): Promise<{ id: string; secret: string }> {
      const reply = await call('POST', '/webhooks', { url, ...more })
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
      return reply.body
    },
    /** Renames a user, which records the event `user.updated`. */
    async rename(userId: string, name: string): Promise<void> {
      assert.equal((await call('PATCH', `/users/${userId}`, { name })).status, 200)
    },
    deliveries: async (id: string, query = '') =>
      (await call('GET', `/webhooks/${id}/deliveries${query}`)).body.data,
    webhook: async (id: string) => (await call('GET', `/webhooks/${id}`)).body,
  }
}

/** Returns the name of the user in an event `user.updated`. */
export const nameIn = ({ event }: ReceivedRequest): string => event.data.user?.name
export const namesAt = ({ requests }: WebhookReceiver, path?: string): string[] =>
  requests.filter((one) => !path || one.path === path).map(nameIn)

export const answering =
  (status: number, headers = {}): WebhookReceiver['answer'] =>
  (_request, response) =>
    void response.writeHead(status, headers).end()
