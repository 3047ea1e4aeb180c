import assert from 'node:assert/strict'
import { findBrowserSession } from '#auth/browser-sessions/browser-session.ts'
import { finishConsent } from '#auth/oidc/interactions/interactions.ts'
import { ask, exchange, interactionContext, type PlainBrowser, type RelyingParty } from './relying-party.ts'
import type { System } from './system.ts'

/** Consents to the scopes that an application requests, as on the consent page, and returns its tokens. */
export async function consentTo(
  system: System,
  {
    party,
    browser,
    scope,
    parameters = {},
  }: {
    party: RelyingParty
    browser: PlainBrowser
    scope: string
    parameters?: Record<string, string>
  },
) {
  const pages = await interactionContext(system)
  const asked = await ask(party, { scope, ...parameters })
  const shown = await browser.follow(asked.url)
  const uid = shown.url.searchParams.get('interaction') ?? ''
  const session = await findBrowserSession(pages, `__Host-latchkey=${browser.cookies.get('__Host-latchkey')}`)
  assert.ok(session, 'nobody is signed in')
  const onwards = await finishConsent(pages, { uid, session })
  assert.ok(onwards, 'no consent was asked for')
  const { url } = await browser.follow(onwards)
  return exchange(party, url, asked, parameters.resource ? { resource: parameters.resource } : undefined)
}
