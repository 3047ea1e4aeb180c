import { accountPages } from '#contract/users/links.ts'
import { type Provider, sendsForm } from '../../federation/index.ts'

export type Methods = readonly ('GET' | 'POST')[]

const both = ['GET', 'POST'] as const
const pageOnly = ['GET'] as const
const formOnly = ['POST'] as const

/**
 * The paths of the pages on which people sign in and manage their account, with their methods: GET shows a page, POST
 * receives its form. The paths have their own file, because they are registered at the start, and the pages are loaded
 * with the first request only.
 */
export const ownPaths = {
  '/account': pageOnly,
  '/account/sign-in': both,
  '/account/second-factor': formOnly,
  '/account/own-password': formOnly,
  '/account/sign-out': formOnly,
  '/account/sign-up': both,
  '/account/prove': both,
  '/account/authorize': both,
  '/account/revoke-app': formOnly,
  '/account/app': both,
  '/account/confirm-app': both,
  '/account/remove-app': both,
  '/account/recovery-codes': both,
  '/account/codes-file': formOnly,
  '/account/codes-kept': formOnly,
  '/account/forget-device': formOnly,
  '/account/forget-devices': formOnly,
  '/account/passkey.js': pageOnly,
  '/account/passkey-options': formOnly,
  '/account/add-passkey': both,
  '/account/rename-passkey': both,
  '/account/remove-passkey': both,
  '/account/link-identity': both,
  '/account/remove-identity': both,
  '/account/name': both,
  '/account/email': both,
  '/account/language': both,
  '/account/password': both,
  '/account/delete': both,
  '/account/end-session': formOnly,
  '/account/end-other-sessions': formOnly,
} as const satisfies Record<string, Methods>

/** The paths of the pages that links in mails lead to, and of the page where people request such a mail. */
export const linkPaths: Readonly<Record<string, Methods>> = Object.fromEntries(
  Object.values(accountPages).map((name) => [`/account/${name}`, both]),
)

type Named = Pick<Provider, 'name'>

/** The path of the page that leads to a provider. */
export const signInPath = ({ name }: Named) => `/account/sign-in-${name}` as const

/** The path to which a provider sends people back. Each provider has its own, so that no other one can answer for it (I142). */
export const callbackPath = ({ name }: Named) => `/account/callback-${name}` as const

export const signInPaths = (providers: Iterable<Provider>): Record<string, Methods> =>
  Object.fromEntries([...providers].map((one) => [signInPath(one), pageOnly]))

export const callbackPaths = (providers: Iterable<Provider>): Record<string, Methods> =>
  Object.fromEntries([...providers].map((one) => [callbackPath(one), sendsForm(one) ? formOnly : pageOnly]))

/** A path of one of these pages. A page with any other path is a type error, because its path would not be registered. */
export type PagePath =
  | keyof typeof ownPaths
  | ReturnType<typeof signInPath>
  | ReturnType<typeof callbackPath>
  | `/account/${(typeof accountPages)[keyof typeof accountPages]}`
