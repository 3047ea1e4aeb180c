import type { HttpRequest } from './load.ts'
import type { Population } from './population.ts'

/**
 * A range of sessions: `count` sessions of the population (the generated users and their sessions), starting
 * with session number `from`.
 */
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

/**
 * Returns requests that look up users. They have the token of the first session, which belongs to an admin,
 * who may look up everybody.
 */
export function lookUps({ people, tokensOf }: Population): HttpRequest[] {
  const headers = bearer(tokensOf(0).access_token)
  return people.map(({ email }) => ({ path: `/users/email/${encodeURIComponent(email)}`, headers }))
}

/**
 * Returns requests that refresh a range of sessions. Each round needs other sessions, because the refresh
 * tokens in the last replies of a round are not read.
 */
export const refreshes = ({ tokensOf }: Population, sessions: Some): HttpRequest[] =>
  some(sessions).map((number) => ({
    method: 'POST',
    path: '/auth/refresh',
    body: { refresh_token: tokensOf(number).refresh_token },
  }))

/** Returns requests that end a range of sessions. Each round needs other sessions. */
export const logOuts = ({ tokensOf }: Population, sessions: Some): HttpRequest[] =>
  some(sessions).map((number) => ({
    method: 'POST',
    path: '/auth/logout',
    headers: bearer(tokensOf(number).access_token),
  }))
