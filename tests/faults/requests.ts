import { type HttpReply, send } from '#tests/support/system.ts'
import type { Operation, Person, Session } from './people.ts'

export interface Addresses {
  users: string
  auth: string
  /** The access token of an admin. */
  token: string
}

/** Sends the HTTP request for an operation. It has a request id, which the reply contains. */
export function requestFor(
  operation: Operation,
  person: Person,
  { at, metadataBytes = 0 }: { at: Addresses; metadataBytes?: number | undefined },
): Promise<HttpReply> {
  const { users, auth, token } = at
  const { kind, name, session } = operation
  const { username, password } = person
  const headers = { 'x-request-id': operation.requestId }
  const user = `${users}/api/v1/users/${person.id}`
  switch (kind) {
    case 'create': {
      const metadata = { text: 'x'.repeat(metadataBytes) }
      const body = {
        username,
        email: `${username}@example.com`,
        name,
        metadata,
        ...(password ? { password } : {}),
      }
      return send('POST', `${users}/api/v1/users`, { token, headers, body })
    }
    case 'rename':
      return send('PATCH', user, { token, headers, body: { name } })
    case 'suspend':
      return send('PATCH', user, { token, headers, body: { name, status: 'suspended' } })
    case 'delete':
      return send('DELETE', user, { token, headers })
    case 'logIn': {
      const body = { username, password, device_name: session?.device }
      return send('POST', `${auth}/auth/login`, { headers, body })
    }
    case 'refresh':
      return send('POST', `${auth}/auth/refresh`, { headers, body: { refresh_token: session?.refreshToken } })
    case 'logOut':
      return send('POST', `${auth}/auth/logout`, { headers, token: session?.accessToken ?? '' })
  }
}

export function takeTokens(session: Session, body: { access_token: string; refresh_token: string }): void {
  session.accessToken = body.access_token
  session.refreshToken = body.refresh_token
}
