import type { HttpFailure } from '../http-failure.ts'

/**
 * Makes the page that shows why a sign-in failed, for an application without a `loginPage`. It names the address of another try, and
 * never leads there by itself: in a browser that keeps no cookies, that would go on without an end.
 */
export function failurePage({ status, headers, detail }: HttpFailure, again: string): Response {
  const text = status === 503 ? 'Sign-in is unavailable right now.' : "We couldn't sign you in."
  const lines = [text, ...(detail === undefined ? [] : [detail]), `To try again, open ${again}`]
  return new Response(`${lines.join('\n\n')}\n`, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })
}
