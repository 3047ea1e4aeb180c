import type Koa from 'koa'
import type { KoaContextWithOIDC, default as Provider } from 'oidc-provider'
import { Failure } from '#contract/declaration/failures.ts'
import { refusalsFor } from '#runtime/http/cors/refusals.ts'
import { problemReply } from '#runtime/http/problem.ts'
import { createMemoryLimit } from '#runtime/limits/memory-limit.ts'
import { currentTrace } from '#runtime/log/tracing.ts'
import { warnOfFlood } from '#runtime/log/warn-of-flood.ts'
import { siteKey } from '#runtime/network.ts'
import { reportFailure } from '#runtime/requests/report-failure.ts'
import { urlAt } from '../../core/url-at.ts'
import { faultOf } from '../artifacts/short-parameters.ts'
import { addresses, type Oidc } from '../core/oidc.ts'
import { readersOfRefusals } from '../core/script-paths.ts'
import type { OidcViews } from '../core/views.ts'
import { answerByForm } from './form-post.ts'
import { leave, logoutTarget, secretOf, show } from './page-hooks.ts'
import { keepQuery } from './redirects.ts'
import { nameRefreshExpiry } from './refresh-tokens.ts'
import { commitWrites } from './request-memory.ts'

type Middleware = Koa.Middleware<Koa.DefaultState, KoaContextWithOIDC>

/** Makes the library follow the rules of the rest of the service, for its log, rate limits, cookies and pages. */
export function addProviderMiddleware(provider: Provider, oidc: Oidc, views: () => Promise<OidcViews>): void {
  const guesses = createMemoryLimit(guessRate, oidc.clock)
  provider.on('server_error', (_, error) => oidc.log.error({ err: error }, 'OpenID request failed'))
  answerErrors(provider, oidc)
  const middleware: Middleware = async (ctx, next) => {
    if (isGuess(ctx) && guesses.take(siteKey(addresses.get(ctx.req) ?? '') ?? '') !== undefined)
      return refuse(ctx, views, tooManyGuesses)
    // The session of a browser, which is stored after the library has handled the request, holds parameters of a logout.
    const tooLong = faultOf(ctx.query)
    if (tooLong !== undefined)
      return refuse(ctx, views, { status: 400, error: 'invalid_request', description: tooLong })
    await next().finally(() => nameReaders(ctx))
    await commitWrites(oidc, ctx)
    nameRefreshExpiry(oidc, ctx)
    keepQuery(ctx)
    await answerByForm(ctx, oidc, views)
    await goOnByPage(ctx, views)
    await replaceForms(ctx, oidc, views)
    keepCookie(ctx)
    redirectWithoutPage(ctx)
  }
  provider.use(middleware)
}

/**
 * Answers errors that reach no handler of the library, as when it cannot store a session. Koa would answer with plain text, and
 * without the headers of every other reply.
 */
function answerErrors(provider: Provider, { log }: Oidc): void {
  const middleware: Middleware = async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (ctx.headerSent || !ctx.writable) throw error
      const failure = error instanceof Error && error.cause instanceof Failure ? error.cause : undefined
      const reported = reportFailure({ error, failure }, undefined, { log })
      const { status, headers, body } = problemReply(reported, currentTrace()?.requestId ?? '')
      ctx.status = status
      ctx.set(headers)
      ctx.body = body
    }
  }
  provider.use(middleware)
  // Koa emits the errors after which it can send nothing, such as that of a connection that broke off. Without a listener it would
  // write them to the console.
  const app: Koa = provider
  app.on('error', (error: Error) =>
    warnOfFlood(log, {
      line: {},
      first: { err: error },
      message: 'OpenID request broke off',
      moreMessage: 'more OpenID requests broke off',
      countedAs: 'broke_off',
    }),
  )
}

/**
 * Removes the CORS headers with which the library names no page. It repeats the origin of a request whose client it does not know,
 * also `null`, which every sandboxed frame has, and allows all pages where the request has none.
 */
function nameReaders(ctx: KoaContextWithOIDC): void {
  const reader = ctx.response.get('access-control-allow-origin')
  if (reader !== 'null' && reader !== '*') return
  for (const name of Object.keys(ctx.response.headers))
    if (name.startsWith('access-control-')) ctx.remove(name)
}

/** The limit on the codes of devices that are tried from one network (RFC 8628 section 5.1). */
const guessRate = { quota: 30, windowMs: 10 * 60_000 }

const isGuess = ({ method, path }: KoaContextWithOIDC): boolean =>
  method === 'POST' && path === '/oidc/device'

interface Refusal {
  status: number
  error: string
  description: string
}

const showRefusal = refusalsFor(readersOfRefusals)

const tooManyGuesses = { status: 429, error: 'slow_down', description: 'Too many codes were tried.' }

/** Answers a request with an error page, before the library has seen it. */
async function refuse(
  ctx: KoaContextWithOIDC,
  views: () => Promise<OidcViews>,
  { status, error, description }: Refusal,
): Promise<void> {
  showRefusal(ctx.req, ctx.res)
  const { requestId = '' } = currentTrace() ?? {}
  show(ctx, (await views()).error(ctx.req, { error, description, requestId, kind: 'refused' }))
  if (status === 429) ctx.set('retry-after', '60')
  ctx.status = status
}

/**
 * Removes the session cookie of a signed-in person from a reply. Our own pages set this cookie, and a reply to a request that
 * began earlier would replace the new cookie by an old one.
 */
function keepCookie(ctx: KoaContextWithOIDC): void {
  const { session } = ctx.oidc
  if (session?.accountId === undefined || 'destroyed' in session) return
  const cookies = [ctx.response.get('set-cookie')].flat().filter((cookie) => cookie !== '')
  const others = cookies.filter((cookie) => !cookie.startsWith('__Host-latchkey='))
  if (others.length === 0) ctx.remove('set-cookie')
  else ctx.set('set-cookie', others)
}

/** Removes the page that Koa writes for a redirect. It repeats the URL, with a code in it, and has none of the headers of our pages. */
function redirectWithoutPage(ctx: KoaContextWithOIDC): void {
  const { status } = ctx
  if (status < 300 || status >= 400 || !ctx.response.get('location')) return
  ctx.body = null
  ctx.status = status
}

/** Replaces forms of the library that a script sends by itself, because our pages work without scripts. */
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
  if (route === 'code_verification' && ctx.method !== 'POST' && typeof userCode === 'string') {
    const form = {
      action: urlAt(oidc.policy, '/oidc/device'),
      xsrf: secretOf(ctx),
      userCode,
      problem: undefined,
    }
    show(ctx, (await views()).askUserCode(ctx.req, form))
  }
}

/**
 * Replaces the redirect after the form that signs out by a page that leads on, because browsers block the redirect of a form to
 * another site.
 */
async function goOnByPage(ctx: KoaContextWithOIDC, views: () => Promise<OidcViews>): Promise<void> {
  if (ctx.oidc.route !== 'end_session_confirm' || ctx.status !== 303) return
  const to = ctx.response.get('location')
  ctx.remove('location')
  ctx.status = 200
  show(ctx, (await views()).goingOn(ctx.req, { to, client: undefined }))
}
