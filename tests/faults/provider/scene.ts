import type { Database } from '#runtime/database/database.ts'
import type { PlainBrowser } from '#tests/support/relying-party.ts'
import type { NodeAddresses } from '../killable/node.ts'
import type { Random } from '../random.ts'

/** An application at which people sign in. */
export interface App {
  id: string
  secret: string
}

/** A refresh token that an application received for a person. */
export interface Held {
  app: App
  token: string
}

/** A simulated person who is signed in in a browser. */
export interface Person {
  id: string
  username: string
  password: string
  browser: PlainBrowser
  held: Held[]
  /** The refresh tokens whose session has ended, so that they must be refused. */
  dead: Held[]
  /** The scopes that the person has allowed the foreign application, whose operator is somebody else. */
  allowed: Set<string>
  /**
   * The check that is still to be made after a request without a reply. It finds out whether the request had an effect, and
   * requires the replies that agree with that.
   */
  unanswered: (() => Promise<void>) | undefined
  history: string[]
}

export interface Scene {
  random: Random
  db: Database
  nodes(): NodeAddresses[]
  /** Returns the addresses of a random node, which may have been killed a moment ago. */
  pick(): NodeAddresses
  /** The applications: one of the operator, which needs no consent; a foreign one, which asks for consent; and a device. */
  apps: Record<'own' | 'foreign' | 'device', App>
  violations: string[]
  /** The number of requests of each kind that got no reply. */
  unanswered: Map<string, number>
  /** The successor of each refresh token that was used. */
  successors: Map<string, string>
  /** The number of replies with tokens that each code has given. */
  counted: Map<string, number>
}

/** The error of a request whose effect is unknown: the node was killed, or was about to lose its database. */
export class NoAnswer extends Error {}

export function expect(scene: Scene, person: Person, isKept: boolean, what: string): void {
  if (!isKept)
    scene.violations.push(`${person.username}: ${what} (after ${person.history.slice(-6).join(', ')})`)
}

/**
 * Sends a request that may get no reply.
 * @throws {NoAnswer} when there is no reply, or the reply is 503
 */
export async function attempt(send: () => Promise<Response>): Promise<Response> {
  try {
    const response = await send()
    if (response.status === 503) throw new NoAnswer()
    return response
  } catch (error) {
    // The connection was refused, or closed before the end of the reply.
    throw error instanceof TypeError ? new NoAnswer() : error
  }
}

export interface TokenReply {
  status: number
  body: {
    error?: string
    refresh_token?: string
    access_token?: string
    device_code?: string
    user_code?: string
  }
}

/** Posts a form as an application, at one of the nodes. */
export async function post(
  base: string,
  path: string,
  { id, secret }: App,
  form: Record<string, string>,
): Promise<TokenReply> {
  const response = await attempt(() =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers:
        secret === '' ? {} : { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams(secret === '' ? { client_id: id, ...form } : form),
    }),
  )
  const body = await response.json().catch(() => {
    throw new NoAnswer()
  })
  return { status: response.status, body: body as TokenReply['body'] }
}

/** Sends the same form twice at once, each to any of the nodes. The result is undefined for a request without a reply. */
export const postTwice = (
  scene: Scene,
  app: App,
  form: Record<string, string>,
): Promise<(TokenReply | undefined)[]> =>
  Promise.all(
    [1, 2].map(() =>
      post(scene.pick().auth, '/oidc/token', app, form).catch((error: unknown) => {
        if (error instanceof NoAnswer) return undefined
        throw error
      }),
    ),
  )

export const said = ({ status, body }: TokenReply): string => `${status} ${body.error ?? ''}`.trim()

/** Adds to the number of times that a code has given tokens, and requires that it is at most one. */
export function countTokens(scene: Scene, person: Person, code: string, times: number): void {
  const count = (scene.counted.get(code) ?? 0) + times
  scene.counted.set(code, count)
  expect(scene, person, count <= 1, `a code gave tokens ${count} times`)
}
