import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import type { UserResource } from '#contract/users/user.ts'
import type { BetterAuth, Cookies } from './better-auth.ts'
import type { Sessions } from './ended-sessions.ts'
import type { Product } from './product.ts'
import { bearer } from './requests.ts'

const endings = {
  signOut: 'after a sign-out',
  all: 'after all sessions of the user were ended from another one',
  deletion: 'after the user was deleted',
}

interface Ticket {
  id: string
  token: string
}

export function latchkeySessions({ auth, users, population }: Product): Sessions<UserResource, Ticket> {
  async function ask(url: string, { token }: Ticket, method: string, body?: object): Promise<number> {
    const response = await fetch(url, {
      method,
      headers: { ...bearer(token), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    await response.arrayBuffer()
    return response.status
  }
  const end: typeof ask = async (...asked) => {
    const status = await ask(...asked)
    if (status >= 300) throw new Error(`What ends a session was answered with ${status}.`)
    return status
  }
  return {
    async signIn({ id, username }) {
      const response = await fetch(`${auth}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: population.password }),
      })
      if (response.status !== 200) throw new Error(`A login was answered with ${response.status}.`)
      const { access_token: token } = (await response.json()) as TokenPairResource
      return { id, token }
    },
    async isTaken(ticket) {
      const status = await ask(`${auth}/auth/validate`, ticket, 'GET')
      if (status !== 200 && status !== 401) throw new Error(`A validation was answered with ${status}.`)
      return status === 200
    },
    endings: {
      [endings.signOut]: (own) => end(`${auth}/auth/logout`, own, 'POST'),
      [endings.all]: (_, other) =>
        end(`${auth}/api/v1/auth/sessions/revoke`, other, 'POST', { scope: 'all' }),
      [endings.deletion]: (_, other) => end(`${users}/api/v1/users/${other.id}`, other, 'DELETE'),
    },
  }
}

export const betterAuthSessions = ({
  signIn,
  isTaken,
  end,
}: BetterAuth): Sessions<UserResource, Cookies> => ({
  signIn,
  isTaken,
  endings: {
    [endings.signOut]: (own) => end('/sign-out', own),
    [endings.all]: (_, other) => end('/revoke-sessions', other),
    [endings.deletion]: (_, other) => end('/delete-user', other),
  },
})
