/**
 * # Account pages
 *
 * The pages at `/account`: people sign in and sign up on them, manage their account, and follow the links of mails. Pages call
 * the use cases of other rooms, so that the rules are those of the API, and work without a script. A *view* is what a page shows,
 * before its language is known. A *visit* is a request of a person who is signed in. A *return target* is where a person goes
 * after signing in: another page, or an application.
 *
 * Ada opens `/account`. `account-pages.ts` has registered every path (`core/page-paths.ts`); the first request loads the code of
 * all pages, `page-answers.ts`. `forSignedIn` (`core/visit.ts`) finds nobody and leads her to the sign-in page, which remembers
 * her return target (`core/return-target.ts`). She sends the form: `core/own-form.ts` has checked that it comes from our page,
 * and `sign-in/sign-in.ts` calls `signIn` of the room `sign-in`, then sets the cookie of her session. If a second factor is
 * needed, `sign-in/second-factor.ts` asks for it. Back at `/account`, `account/overview.ts` shows her sessions, devices and
 * applications. She removes her authenticator app (`factors/app.ts`): the user service wants a fresh proof, so that
 * `forSignedIn` leads her to `factors/prove.ts` first. `view/view.ts` makes the HTML of a view with the texts of her language
 * (`texts/`).
 *
 * `core/followed-brand.ts` follows the branding that the user service stores, and `brand-images.ts` serves its images.
 *
 * `federated/` has the pages of logins at other providers, `passkeys/` those of passkeys, and `oidc/` the pages on which people
 * sign in to an application and consent; at addresses of the OpenID provider it is `oidc/provider-views.ts`. Adding a language
 * means a file in `texts/`.
 */
import { lazily } from '#runtime/lazily.ts'
import { changeCounter } from '#runtime/limits/limit-changes.ts'
import type { Module } from '#runtime/module.ts'
import type { Federation } from '../federation/index.ts'
import type { Oidc } from '../oidc/index.ts'
import type { Login } from '../sign-in/index.ts'
import { accountPageRoutes } from './account-pages.ts'
import { brandImageRoutes } from './brand-images.ts'
import type { PageSettings, Pages } from './core/pages.ts'
import type { PageAnswers } from './page-answers.ts'

export { type FollowedBrand, followBranding } from './core/followed-brand.ts'
/** The settings of an operator for the account pages. */
export type { PageSettings } from './core/pages.ts'

/** Loads `providerViews`, which makes the pages at addresses of the OpenID provider, with the first of them. */
export const loadProviderViews = lazily(() => import('./oidc/provider-views.ts'))

const loadAnswers = lazily(() => import('./page-answers.ts'))

/** Opens the module that serves the pages that links in mails lead to, and those on which people sign in and manage their account. */
export const openPages = (
  login: Login & { federation: Federation },
  settings: PageSettings & Pick<Pages, 'brand'>,
  oidc: Oidc,
): Module => ({
  pages: (app, { refusals, isForConsole = false }) => {
    const all = { ...login, ...settings, refusals, countChange: changeCounter(login.clock) }
    const pages = isForConsole ? withoutOtherSites(all) : all
    let answers: PageAnswers | undefined
    brandImageRoutes(app, pages.brand)
    accountPageRoutes(app, pages, async () => {
      const { createPageAnswers } = await loadAnswers()
      answers ??= createPageAnswers(pages, oidc)
      return answers
    })
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
