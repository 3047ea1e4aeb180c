import type { Module } from '#runtime/module.ts'
import type { Auth } from '../core/auth.ts'
import { accountPageRoutes } from './account-pages.ts'
import type { Language } from './texts.ts'

/** Serves the pages that links in mails lead to. `language` is for readers who like none of the others better. */
export const openPages = (auth: Auth, language: Language): Module => ({
  pages: (app) => accountPageRoutes(app, auth, language),
})
