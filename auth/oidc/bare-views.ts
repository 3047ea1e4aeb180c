import { escapeHtml, type Page, page, pageHeaders } from '#runtime/http/page.ts'
import type { OidcPage, OidcViews } from './core/views.ts'

const written = (content: Page, headers: Record<string, string> = {}): OidcPage => ({
  html: page(content),
  headers: { ...pageHeaders(content), 'referrer-policy': 'same-origin', ...headers },
})

const form = (action: string, fields: Record<string, string>, buttons: string): Page => ({
  title: 'Latchkey',
  body: `<form method="post" action="${escapeHtml(action)}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')}${buttons}</form>`,
  allows: ["form-action 'self'"],
})

const text = (words: string): Page => ({ title: 'Latchkey', body: `<p>${escapeHtml(words)}</p>` })

/** The pages of the provider without any design, for an installation whose own pages are switched off. */
export const bareViews: OidcViews = {
  error: (_, { error, description, requestId }) =>
    written(text(`${error}: ${description ?? ''} (${requestId})`)),
  askUserCode: (_, { action, xsrf, userCode = '', problem = '' }) =>
    written(
      form(
        action,
        { xsrf },
        `<p>${problem}</p><label>Code <input name="user_code" value="${escapeHtml(userCode)}"></label><button>Continue</button>`,
      ),
    ),
  confirmDevice: (_, { action, xsrf, userCode, shownCode, client }) =>
    written(
      form(
        action,
        { xsrf, user_code: userCode },
        `<p>${escapeHtml(client.name)}: ${escapeHtml(shownCode)}</p><button name="confirm" value="yes">Continue</button><button name="abort" value="yes">Cancel</button>`,
      ),
    ),
  deviceDone: () => written(text('The device is signed in.')),
  askLogout: (_, { action, xsrf }) =>
    written(form(action, { xsrf }, '<button name="logout" value="yes">Sign out</button>')),
  loggedOut: () => written(text('You are signed out.')),
  goingOn: (_, { to }) => written(text('Going on.'), { refresh: `0; url=${to}` }),
}
