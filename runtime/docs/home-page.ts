import { html } from '../html.ts'
import type { Page } from '../http/page.ts'

interface Home {
  title: string
  hasAccountPages?: boolean | undefined
  hasConsole?: boolean | undefined
}

/** Returns the page at `/`, with links for a person who opens the address of the service in a browser. */
export function homePage({ title, hasAccountPages = false, hasConsole = false }: Home): Page {
  // The links are relative, because a proxy may serve this page under a path prefix that this process does not see.
  const links = [
    ...(hasAccountPages ? [['account', 'Your account', 'sign in, and look after your account']] : []),
    ...(hasConsole ? [['console', 'Console', 'look after all users, for admins']] : []),
    ['docs', 'Reference', 'every operation with its fields, failures and examples'],
    ['openapi.json', 'OpenAPI', 'the same for programs'],
    ['health', 'Health', 'whether the service is ready'],
  ]
  const items = links.map(
    ([to = '', name = '', what = '']) => html`<li><a href="${to}">${name}</a>: ${what}</li>`,
  )
  return { title, body: html`<h1>${title}</h1><ul>${items}</ul>` }
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
