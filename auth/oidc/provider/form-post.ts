import type { KoaContextWithOIDC, default as Provider } from 'oidc-provider'
import type { Oidc } from '../core/oidc.ts'
import type { OidcViews } from '../core/views.ts'
import { show } from './page-hooks.ts'

interface PostedForm {
  action: string
  fields: Record<string, string>
}

/** The forms with which requests are answered, by the context of the request. */
const forms = new WeakMap<object, PostedForm>()

/** Keeps the response to a request for `answerByForm`, as the library's handler of the response mode `form_post`. */
export const noteForm: Parameters<Provider['registerResponseMode']>[1] = (ctx, action, payload) => {
  const fields = Object.entries(payload).map(([name, value]) => [name, String(value)])
  forms.set(ctx, { action, fields: Object.fromEntries(fields) })
}

/** Answers with our page that sends the response to the client by a form (OAuth 2.0 Form Post Response Mode section 2). */
export async function answerByForm(
  ctx: KoaContextWithOIDC,
  { clients }: Oidc,
  views: () => Promise<OidcViews>,
): Promise<void> {
  const form = forms.get(ctx)
  if (!form) return
  const { client, params } = ctx.oidc
  const uiLocales = typeof params?.ui_locales === 'string' ? params.ui_locales : undefined
  const known = client && (await clients.find(client.clientId))
  // For an error, the library has set the status of a redirect, but this response is a page.
  ctx.status = 200
  show(ctx, (await views()).postForm(ctx.req, { ...form, uiLocales, client: known }))
}
