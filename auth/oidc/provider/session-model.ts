import { errors, type default as Provider } from 'oidc-provider'

/** The attributes of the session cookie, which are those that our own pages set. */
export const sessionCookie = {
  ...{ signed: false, secure: true, httpOnly: true },
  sameSite: 'lax',
  path: '/',
} as const

/** The lifetime of the session of a browser that is not signed in. It has only the secret of a form. */
export const formSeconds = 60 * 60

/**
 * Ties the session of the library to the row of our session. Only the cookie and the row decide who is signed in: a request
 * that is completed in one browser never signs in another browser.
 */
export function tieSessions(provider: Provider): void {
  const { prototype } = provider.Session
  const replace = (name: string, value: (this: Ours, ...input: never[]) => unknown) =>
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true })

  replace('loginAccount', function ({ accountId }: { accountId: string }) {
    if (this.accountId !== accountId)
      throw new errors.SessionNotFound('the browser is not signed in as this user')
  })
  // The library must not change the cookie: our pages set a new one when somebody signs in.
  replace('resetIdentifier', () => {})
}

type Ours = InstanceType<Provider['Session']>
