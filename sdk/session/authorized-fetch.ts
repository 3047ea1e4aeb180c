/** The part of the session that a request needs. */
export interface TokenSource {
  /** Returns an access token that has not expired, or undefined when the user is not signed in. @throws when it cannot be refreshed now */
  accessToken(): Promise<string | undefined>
  /** Refreshes the tokens because a service has refused this one. @throws when that is not possible now */
  refresh(refused: string): Promise<void>
}

/**
 * Returns a `fetch` that adds the access token to requests to `origins`, and to no other. (When a reply redirects to another origin,
 * `fetch` itself removes the header.) When the token is refused, the request is sent once more with a new one.
 */
export function authorizedFetch(
  tokens: TokenSource,
  { origins, fetch: send }: { origins: ReadonlySet<string>; fetch: typeof fetch },
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const isOurs = origins.has(new URL(request.url).origin) && !request.headers.has('authorization')
    const token = isOurs ? await tokens.accessToken() : undefined
    if (token === undefined) return send(request)
    // The request is copied before it is sent, because its body can be read only once.
    const again = request.clone()
    const reply = await send(withToken(request, token))
    if (!(await isRefusal(reply))) return reply
    await tokens.refresh(token)
    const next = await tokens.accessToken()
    return next === undefined || next === token ? reply : send(withToken(again, next))
  }
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`)
  return request
}

/** The failures of Latchkey that are about an access token. Only the refresh says whether the session is over. */
const aboutToken: unknown[] = ['token_expired', 'token_invalid', 'session_ended']

/** Returns whether a service has refused the token: by the code of Latchkey, or by the header of RFC 6750 section 3.1. */
async function isRefusal(reply: Response): Promise<boolean> {
  if (reply.status !== 401) return false
  if (reply.headers.get('www-authenticate')?.includes('invalid_token')) return true
  const body = (await reply
    .clone()
    .json()
    .catch(() => undefined)) as { code?: unknown } | null | undefined
  return aboutToken.includes(body?.code)
}
