import { rows } from '../components/row.ts'
import { html } from '../html.ts'
import type { Page } from '../http/page.ts'
import type { IconName } from '../look/icon-names.ts'
import { mark } from '../look/mark.ts'

interface Home {
  title: string
  hasAccountPages?: boolean | undefined
  hasConsole?: boolean | undefined
}

const style = html`
body { display: flex; flex-direction: column; justify-content: center; min-height: 100vh; padding: 2rem 1rem; background: radial-gradient(60rem 30rem at 50% -10rem, color-mix(in srgb, var(--accent) 9%, var(--ground)), var(--ground)) }
main { width: 100%; max-width: 34rem; margin: 0 auto } .top { display: flex; gap: .875rem; align-items: center; margin-bottom: 1.25rem }
.card { padding: .5rem 1.25rem; box-shadow: var(--shadow-large) } .row { position: relative } .name a { color: var(--text); text-decoration: none } .name a::after { content: ""; position: absolute; inset: 0 } .row:hover a { text-decoration: underline }`

/** Returns the page at `/`, with links for a person who opens the address of the service in a browser. */
export function homePage({ title, hasAccountPages = false, hasConsole = false }: Home): Page {
  // The links are relative, because a proxy may serve this page under a path prefix that this process does not see.
  const link = (icon: IconName, to: string, name: string, about: string) => ({
    icon,
    name: html`<a href="${to}">${name}</a>`,
    notes: [about],
  })
  const list = rows([
    hasAccountPages && link('user', 'account', 'Your account', 'Sign in, and manage your account'),
    hasConsole &&
      link('layout-dashboard', 'console', 'Console', 'Manage users, clients and webhooks, for admins'),
    link('book-open', 'docs', 'Documentation', 'Guides, and every operation of the API with examples'),
    link('braces', 'openapi.json', 'OpenAPI', 'The description of the API for tools'),
    link('heart-pulse', 'health', 'Health', 'Whether the service is ready'),
  ])
  return {
    title,
    path: '/',
    style,
    body: html`<div class="top">${mark(40)}<h1>${title}</h1></div><div class="card">${list}</div>`,
  }
}

/** Makes the same overview as the home page, as JSON for a program. */
export const homeJson = ({ title, hasAccountPages = false, hasConsole = false }: Home): string =>
  JSON.stringify({
    name: title,
    docs: '/docs',
    openapi: '/openapi.json',
    health: '/health',
    ...(hasAccountPages ? { account: '/account' } : {}),
    ...(hasConsole ? { console: '/console' } : {}),
  })
