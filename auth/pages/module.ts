import { changeCounter } from '#runtime/limits/limit-changes.ts'
import type { Module } from '#runtime/module.ts'
import type { Federation } from '../federation/index.ts'
import type { Oidc } from '../oidc/index.ts'
import type { Login } from '../sign-in/index.ts'
import { accountPageRoutes } from './account-pages.ts'
import type { PageSettings, Pages } from './core/pages.ts'

/** Serves the pages that links in mails lead to, and those on which people sign in and manage their account. */
export const openPages = (
  login: Login & { federation: Federation },
  settings: PageSettings,
  oidc: Oidc,
): Module => ({
  pages: (app, { refusals, isForConsole = false }) => {
    const pages = { ...login, ...settings, refusals, countChange: changeCounter(login.clock) }
    accountPageRoutes(app, isForConsole ? withoutOtherSites(pages) : pages, oidc)
  },
})

/**
 * Returns the context of pages that only lead to the admin console. Providers send people back to the public URL only, and nobody
 * leaves these pages for an application.
 */
const withoutOtherSites = (pages: Pages): Pages => ({
  ...pages,
  isApart: true,
  returnOrigins: [],
  federation: { ...pages.federation, providers: new Map() },
})
