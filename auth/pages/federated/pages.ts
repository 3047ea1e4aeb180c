import type { AccountPage, PageRequest } from '../core/answer.ts'
import { callbackPath, signInPath } from '../core/page-paths.ts'
import type { Pages } from '../core/pages.ts'
import { beginOnPage } from './begin.ts'
import { comeBack, comeBackWithForm } from './callback.ts'
import { linkPage } from './link-identity.ts'
import { unlinkPage } from './remove-identity.ts'

/** The pages that lead to providers and back, and those on which accounts there are linked and unlinked. */
export const federatedPages = (pages: Pages): AccountPage[] => [
  ...[...pages.federation.providers.values()].flatMap((provider): AccountPage[] => [
    { path: signInPath(provider), show: (request: PageRequest) => beginOnPage(pages, provider, request) },
    {
      path: callbackPath(provider),
      show: (request: PageRequest) => comeBack(pages, provider, request),
      send: (request: PageRequest) => comeBackWithForm(pages, provider, request),
    },
  ]),
  linkPage(pages),
  unlinkPage(pages),
]
