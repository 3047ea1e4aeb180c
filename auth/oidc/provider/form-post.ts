import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import type { Oidc } from '../core/oidc.ts'
import type { OidcViews } from '../core/views.ts'
import { show } from './page-hooks.ts'

interface PostedForm {
  action: string
  fields: Record<string, string>
}

/** The forms with which requests are answered, by the context of the request. */
const forms = new WeakMap<object, PostedForm>()

type RegisterResponseMode = Provider['registerResponseMode']

/**
 * The provider of the library, without its page for `response_mode=form_post`. That page has an inline script, and neither a
 * Content-Security-Policy nor a Referrer-Policy. The library registers its response modes while it is constructed, and the
 * first registration of a mode is the one that stays.
 */
export class ProviderWithOwnForm extends Provider {
  override registerResponseMode(...[name, handler]: Parameters<RegisterResponseMode>): void {
    super.registerResponseMode(name, name === 'form_post' ? noteForm : handler)
  }
}

const noteForm: Parameters<RegisterResponseMode>[1] = (ctx, action, payload) => {
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
  // The library gives an error the status of the redirect that it would be.
  ctx.status = 200
  show(ctx, (await views()).postForm(ctx.req, { ...form, uiLocales, client: known }))
}
