import type { Language } from '#contract/languages.ts'
import type { Module } from '#runtime/module.ts'
import type { Auth } from '../core/auth.ts'
import { accountPageRoutes } from './account-pages.ts'

/**
 * Serves the pages that links in mails lead to. `language` is the fallback when a browser accepts no language that the pages
 * have.
 */
export const openPages = (auth: Auth, language: Language): Module => ({
  pages: (app) => accountPageRoutes(app, auth, language),
})
