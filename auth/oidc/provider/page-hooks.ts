import type { Configuration, KoaContextWithOIDC, Client as ProviderClient } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { currentTrace } from '#runtime/log/tracing.ts'
import type { Client } from '../../clients/index.ts'
import { addQueryParameters } from '../../core/add-query-parameters.ts'
import { urlAt } from '../../core/url-at.ts'
import { addresses, type Oidc } from '../core/oidc.ts'
import type { CodeProblem, OidcPage, OidcViews } from '../core/views.ts'

type Views = () => Promise<OidcViews>

/** The attributes of the session cookie, which are those that our own pages set. */
export const sessionCookie = {
  signed: false,
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
} as const

/** The lifetime of the session of a browser that is not signed in. It has only the secret of a form. */
export const formSeconds = 60 * 60

/** Returns the configuration by which the library shows our pages in place of its own. */
export const viewHooks = (oidc: Oidc, views: Views) => ({
  configuration: {
    async renderError(ctx, { error, error_description: description }, cause) {
      const kind =
        cause instanceof errors.SessionNotFound ? 'expired' : ctx.status >= 500 ? 'failed' : 'refused'
      const { requestId = '' } = currentTrace() ?? {}
      show(ctx, (await views()).error(ctx.req, { error, description, requestId, kind }))
    },
  } satisfies Configuration,
  features: {
    deviceFlow: {
      enabled: true,
      deviceInfo: (ctx) => ({ ip: addresses.get(ctx.req), ua: ctx.get('user-agent').slice(0, 500) }),
      async userCodeInputSource(ctx, _form, _out, cause) {
        const problem = cause && problemOf(cause)
        const action = urlAt(oidc.policy, '/oidc/device')
        const userCode = cause && 'userCode' in cause ? String(cause.userCode ?? '') : undefined
        const form = { action, xsrf: secretOf(ctx), userCode, problem }
        if (cause) await storeFirstSecret(ctx)
        show(ctx, (await views()).askUserCode(ctx.req, form))
      },
      async userCodeConfirmSource(ctx, _form, client, deviceInfo, shownCode) {
        const known = await find(oidc, client)
        if (!known) throw new errors.InvalidRequest('client is disabled')
        const device = { address: String(deviceInfo.ip ?? ''), userAgent: textOf(deviceInfo.ua) }
        const userCode = String(ctx.oidc.params?.user_code ?? shownCode)
        const form = { action: urlAt(oidc.policy, '/oidc/device'), xsrf: secretOf(ctx), userCode, shownCode }
        show(ctx, (await views()).confirmDevice(ctx.req, { ...form, client: known, device }))
      },
      async successSource(ctx) {
        show(ctx, (await views()).deviceDone(ctx.req, { client: await find(oidc, ctx.oidc.client) }))
      },
    },
    rpInitiatedLogout: {
      enabled: true,
      async logoutSource(ctx) {
        if (isOfThisSession(ctx)) return signOut(ctx, views)
        const form = { action: urlAt(oidc.policy, '/oidc/logout/confirm'), xsrf: secretOf(ctx) }
        const client = await find(oidc, ctx.oidc.client)
        show(ctx, (await views()).askLogout(ctx.req, { ...form, client }))
      },
      async postLogoutSuccessSource(ctx) {
        show(ctx, (await views()).loggedOut(ctx.req, { client: await find(oidc, ctx.oidc.client) }))
      },
    },
  } satisfies Configuration['features'],
})

/**
 * Stores the secret of a form for a browser without a cookie, for example when a form was sent without it. The library
 * itself does not: it makes the secret after it has stored the session, and then updates only a session that was stored
 * before.
 */
async function storeFirstSecret({ oidc }: KoaContextWithOIDC): Promise<void> {
  const { session, cookies, provider } = oidc
  if (!session || typeof session.exp === 'number') return
  cookies.set(provider.cookieName('session'), session.jti, sessionCookie)
  await session.save(formSeconds)
}

/**
 * Checks whether an application has sent an ID token of the same session that it wants to end (I136). The person is not asked
 * then.
 */
const isOfThisSession = ({ oidc: { entities, session } }: KoaContextWithOIDC): boolean =>
  session !== undefined && entities.IdTokenHint?.payload.sid === session.uid

async function signOut(ctx: KoaContextWithOIDC, views: Views): Promise<void> {
  const { session, provider } = ctx.oidc
  const to = logoutTarget(ctx)
  await session?.destroy()
  ctx.cookies.set(provider.cookieName('session'), null, { secure: true, path: '/', signed: false })
  await leave(ctx, to, views)
}

/** Answers after a logout: redirects to an address of the application, or shows our page when there is none. */
export async function leave(ctx: KoaContextWithOIDC, to: string | undefined, views: Views): Promise<void> {
  if (to === undefined) return show(ctx, (await views()).loggedOut(ctx.req, { client: undefined }))
  ctx.body = null
  ctx.redirect(to)
  ctx.status = 303
}

/** Returns the URL to which a logout leads: an address that the library has found among the registered ones, with the `state`. */
export function logoutTarget({ oidc: { session } }: KoaContextWithOIDC): string | undefined {
  const { postLogoutRedirectUri: address, state } = session?.state ?? {}
  if (typeof address !== 'string') return undefined
  return addQueryParameters(address, typeof state === 'string' ? [['state', state]] : [])
}

export function show(ctx: KoaContextWithOIDC, { html, headers }: OidcPage): void {
  ctx.set(headers)
  ctx.body = html
}

const find = async ({ clients }: Oidc, client: ProviderClient | undefined): Promise<Client | undefined> =>
  client && clients.find(client.clientId)

export const secretOf = (ctx: KoaContextWithOIDC): string => String(ctx.oidc.session?.state?.secret ?? '')

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const problems: Record<string, CodeProblem> = {
  NoCodeError: 'wrong',
  NotFoundError: 'wrong',
  ExpiredError: 'expired',
  AlreadyUsedError: 'used',
  AbortedError: 'aborted',
}

const problemOf = ({ name }: Error): CodeProblem => problems[name] ?? 'failed'
