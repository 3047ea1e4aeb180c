import assert from 'node:assert/strict'
import { type HttpReply, type System, send } from './system.ts'

export const formType = 'application/x-www-form-urlencoded'

export const pageOf = (system: Pick<System, 'authUrl'>, path: string): string =>
  `${system.authUrl}/account${path}`

/** Sends a form to an account page as a browser does, with the headers of a request from the same origin. */
export const submit = (
  system: System,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<HttpReply> =>
  send('POST', pageOf(system, path), {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': formType, 'sec-fetch-site': 'same-origin', ...headers },
  })

/** Returns the value of a hidden field of a page. */
export const hiddenIn = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

export const titleOf = ({ body }: HttpReply): string => /<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? ''

export const cookieIn = (reply: HttpReply): string => {
  const [cookie = ''] = (reply.headers.get('set-cookie') ?? '').split(';')
  assert.match(cookie, /^__Host-latchkey=[\w-]{43}$/, reply.body)
  return cookie
}

/** Signs a user in on the sign-in page with the password, and returns the session cookie. */
export async function signIn(
  system: System,
  username: string,
  password: string,
  cookie = '',
): Promise<string> {
  return cookieIn(await submit(system, '/sign-in', { username, password }, { cookie }))
}
