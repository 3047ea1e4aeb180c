import type Koa from 'koa'
import type { KoaContextWithOIDC, default as Provider } from 'oidc-provider'
import { createMemoryLimit } from '#runtime/limits/memory-limit.ts'
import { siteKey } from '#runtime/network.ts'
import { currentTrace } from '#runtime/tracing.ts'
import { addresses, addressOf, type Oidc } from '../core/oidc.ts'
import type { OidcViews } from '../core/views.ts'
import { leave, logoutTarget, secretOf, show } from './page-hooks.ts'
import { commitWrites } from './request-memory.ts'

/** Makes the library behave as the rest of the service does. */
export function followHouseRules(provider: Provider, oidc: Oidc, views: () => Promise<OidcViews>): void {
  nameOwnHost(provider, oidc)
  const guesses = createMemoryLimit(guessRate, oidc.clock)
  // Koa would write to the console.
  provider.silent = true
  provider.on('server_error', (_, error) =>
    oidc.log.error({ err: error }, 'a request to the OpenID provider failed'),
  )
  provider.onerror = (error) => oidc.log.warn({ err: error }, 'a request to the OpenID provider broke off')
  const middleware: Koa.Middleware<Koa.DefaultState, KoaContextWithOIDC> = async (ctx, next) => {
    if (isGuess(ctx) && guesses.take(siteKey(addresses.get(ctx.req) ?? '') ?? '') !== undefined)
      return refuseGuess(ctx, views)
    await next()
    await commitWrites(oidc, ctx)
    await goOnByPage(ctx, views)
    await replaceForms(ctx, oidc, views)
    keepCookie(ctx)
  }
  provider.use(middleware)
}

/** How many codes of devices are tried from one network (RFC 8628 section 5.1). */
const guessRate = { quota: 30, windowMs: 10 * 60_000 }

const isGuess = ({ method, path }: KoaContextWithOIDC): boolean =>
  method === 'POST' && path === '/oidc/device'

async function refuseGuess(ctx: KoaContextWithOIDC, views: () => Promise<OidcViews>): Promise<void> {
  const { requestId = '' } = currentTrace() ?? {}
  const shown = {
    error: 'slow_down',
    description: 'Too many codes were tried.',
    requestId,
    kind: 'refused',
  } as const
  show(ctx, (await views()).error(ctx.req, shown))
  ctx.set('retry-after', '60')
  ctx.status = 429
}

/** Host and scheme come from the setting, whatever the headers of a request say (I132). */
function nameOwnHost(provider: Provider, { policy }: Oidc): void {
  const { host, protocol } = new URL(policy.issuer)
  const get = <T>(value: T) => ({ get: () => value, configurable: true })
  Object.defineProperties(provider.request, {
    host: get(host),
    protocol: get(protocol.slice(0, -1)),
    // Browsers take such cookies over http from their own machine, and nobody else is served without TLS.
    secure: get(true),
  })
}

/**
 * Takes the cookie of somebody who is signed in out of a reply. Our pages set it, and one that is set again by a request which began
 * before would undo that.
 */
function keepCookie(ctx: KoaContextWithOIDC): void {
  const { session } = ctx.oidc
  if (session?.accountId === undefined || 'destroyed' in session) return
  const cookies = [ctx.response.get('set-cookie')].flat().filter((cookie) => cookie !== '')
  const others = cookies.filter((cookie) => !cookie.startsWith('__Host-latchkey='))
  if (others.length === 0) ctx.remove('set-cookie')
  else ctx.set('set-cookie', others)
}

/** Replaces forms of the library that a script would send: our pages need none. */
async function replaceForms(
  ctx: KoaContextWithOIDC,
  oidc: Oidc,
  views: () => Promise<OidcViews>,
): Promise<void> {
  const { route, session } = ctx.oidc
  if (ctx.status !== 200) return
  if (route === 'end_session' && session?.accountId === undefined && !('destroyed' in (session ?? {})))
    return leave(ctx, logoutTarget(ctx), views)
  const userCode = ctx.query.user_code
  if (route === 'code_verification' && ctx.method === 'GET' && typeof userCode === 'string') {
    const form = {
      action: addressOf(oidc, '/oidc/device'),
      xsrf: secretOf(ctx),
      userCode,
      problem: undefined,
    }
    show(ctx, (await views()).askUserCode(ctx.req, form))
  }
}

/** After the form that signs out a page leads on, because browsers block the redirect of a form to another site. */
async function goOnByPage(ctx: KoaContextWithOIDC, views: () => Promise<OidcViews>): Promise<void> {
  if (ctx.oidc.route !== 'end_session_confirm' || ctx.status !== 303) return
  const to = ctx.response.get('location')
  ctx.remove('location')
  ctx.status = 200
  show(ctx, (await views()).goingOn(ctx.req, { to, client: undefined }))
}
