import type { HttpRequest } from './load.ts'
import type { Population } from './population.ts'

/** Of so many sessions of the population, the first of which is the `from`th. */
interface Some {
  from: number
  count: number
}

const some = ({ from, count }: Some): number[] => Array.from({ length: count }, (_, at) => from + at)

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export const validations = ({ tokensOf }: Population, sessions: Some): HttpRequest[] =>
  some(sessions).map((number) => ({
    path: '/auth/validate',
    headers: bearer(tokensOf(number).access_token),
  }))

/** The first session is that of an admin, who may look up everybody. */
export function lookUps({ people, tokensOf }: Population): HttpRequest[] {
  const headers = bearer(tokensOf(0).access_token)
  return people.map(({ email }) => ({ path: `/users/email/${encodeURIComponent(email)}`, headers }))
}

/** A round leaves its last replies unread, so that the next one needs other sessions. */
export const refreshes = ({ tokensOf }: Population, sessions: Some): HttpRequest[] =>
  some(sessions).map((number) => ({
    method: 'POST',
    path: '/auth/refresh',
    body: { refresh_token: tokensOf(number).refresh_token },
  }))
