import { accountPages, forgotPasswordEndpoint, requestLinkEndpoint } from '#contract/users/links.ts'
import { checker } from '#runtime/requests/validation.ts'
import type { Auth } from '../core/auth.ts'
import type { AccountPage, PageAnswer, PageRequest } from './core/answer.ts'
import { type LinkPage, linkPages, openLink } from './link-pages.ts'
import type { Texts } from './texts/texts.ts'
import { faultsIn } from './view/faults.ts'
import { requestLinkView, showing, toSignIn } from './view/view.ts'

/** The pages that links in mails lead to, and the page where people request such a mail. */
export const linkRoutes = (auth: Auth): AccountPage[] => [
  {
    path: `/account/${accountPages.forgot_password}`,
    show: async () => ({ view: requestLinkView(forgotPasswordText) }),
    send: (request) => requestMail(auth, request),
  },
  ...linkPages.map((page) => ({
    path: `/account/${accountPages[page.purpose]}` as const,
    show: async ({ query }: PageRequest) => ({ view: page.ask(await openLink(auth, page, query)) }),
    send: (request: PageRequest) => useLink(auth, page, request),
  })),
]

const forgotPasswordText = ({ forgotPassword }: Texts) => forgotPassword

const checkForgotten = checker(forgotPasswordEndpoint.body)

async function requestMail(auth: Auth, { body = {}, ip }: PageRequest): Promise<PageAnswer> {
  try {
    const { email } = checkForgotten(body)
    await auth.users.ask(requestLinkEndpoint, { purpose: 'reset_password', email, address: ip })
    return { view: showing(({ mailRequested }) => mailRequested, toSignIn) }
  } catch (error) {
    const faults = faultsIn(error, ['email'])
    if (!faults) throw error
    return {
      view: requestLinkView(forgotPasswordText, { value: body.email, fault: faults.email }),
      status: 400,
    }
  }
}

async function useLink(auth: Auth, page: LinkPage, { body = {}, ip }: PageRequest): Promise<PageAnswer> {
  const link = await openLink(auth, page, body)
  try {
    return { view: await page.use(auth, { link, form: body, address: ip }) }
  } catch (error) {
    const faults = faultsIn(error, ['password'])
    if (!faults) throw error
    return { view: page.ask(link, faults.password), status: 400 }
  }
}
