import { Failure } from '#contract/declaration/failures.ts'
import {
  addOwnPasskeyEndpoint,
  removeOwnPasskeyEndpoint,
  renameOwnPasskeyEndpoint,
} from '#contract/sign-in/own-factors.ts'
import { deviceName } from '#runtime/requests/device-name.ts'
import { type AccountPage, type PageAnswer, type PageRequest, sentId } from '../core/answer.ts'
import type { Pages } from '../core/pages.ts'
import { attestationIn, takesPasskeys } from '../core/passkeys-here.ts'
import { deviceOf, forSignedIn, type Visit } from '../core/visit.ts'
import { findOwnFactors, forProven, type OwnFactors, proverOf } from '../factors/proven.ts'
import { accountPage, showingCodes } from '../factors/recovery-codes.ts'
import type { Texts } from '../texts/texts.ts'
import { faultsIn, fieldFault } from '../view/faults.ts'
import { limitOf } from '../view/limit.ts'
import { addPasskeyView, removePasskeyView, renamePasskeyView } from './passkey-views.ts'

/** The pages on which people add, rename and remove their passkeys. */
export const ownPasskeyPages = (pages: Pages): AccountPage[] => [
  {
    path: '/account/add-passkey',
    show: async (request) => {
      const name = await deviceName(deviceOf(request).userAgent)
      return forProven(
        pages,
        () => 'add-passkey',
        () =>
          takesPasskeys(pages, request)
            ? { view: addPasskeyView({ value: name ?? undefined }) }
            : { to: '../account' },
      )(request)
    },
    send: forSignedIn(pages, 'add-passkey', (visit) => addPasskey(pages, visit)),
  },
  {
    path: '/account/rename-passkey',
    show: forSignedIn(pages, pageOf('rename'), async (visit) => {
      const passkey = named(await findOwnFactors(pages, visit), visit.request)
      return passkey ? { view: renamePasskeyView(passkey, { value: passkey.name }) } : { to: '../account' }
    }),
    send: forSignedIn(pages, pageOf('rename'), (visit) => renamePasskey(pages, visit)),
  },
  {
    path: '/account/remove-passkey',
    show: forProven(pages, pageOf('remove'), ({ request }, own) => {
      const passkey = named(own, request)
      return passkey ? { view: removePasskeyView(passkey) } : { to: '../account' }
    }),
    send: forSignedIn(pages, pageOf('remove'), (visit) => removePasskey(pages, visit)),
  },
]

/**
 * Returns the page about the passkey that a request names, to which the browser comes back after a re-authentication.
 */
const pageOf =
  (act: 'rename' | 'remove') =>
  (request: PageRequest): string =>
    `${act}-passkey?${new URLSearchParams({ id: sentId(request) })}`

const named = ({ passkeys }: OwnFactors, request: PageRequest) =>
  passkeys.find(({ id }) => id === sentId(request))

async function addPasskey(pages: Pages, { request, caller, user }: Visit): Promise<PageAnswer> {
  const { name, credential = '' } = request.body ?? {}
  pages.countChange(caller.userId)
  try {
    const added = await pages.users.ask(addOwnPasskeyEndpoint, {
      ...proverOf(caller),
      credential: attestationIn(credential),
      ...(name === undefined ? {} : { name }),
    })
    const { recovery_codes: codes } = added
    if (!codes) return { to: '../account?done=passkey' }
    return { view: showingCodes({ codes, username: user.username, target: accountPage }) }
  } catch (error) {
    const fault = faultsIn(error, ['name'])?.name
    const problem = problemOf(error)
    if (fault === undefined && !problem) throw error
    return { view: addPasskeyView({ value: name, fault }, problem), status: 400 }
  }
}

/** Returns the message of the page when a passkey was refused; undefined for every other failure. */
function problemOf(error: unknown): ((texts: Texts) => string) | undefined {
  if (!(error instanceof Failure)) return undefined
  switch (error.code) {
    case 'passkey_invalid':
      return ({ passkey }) => passkey.failed
    case 'passkey_taken':
      return ({ passkey }) => passkey.taken
    case 'too_many_passkeys':
      return ({ passkey }) => passkey.tooMany
    case 'last_way_in':
      return ({ passkey }) => passkey.lastWayIn
    default:
      return limitOf(error)?.problem
  }
}

async function renamePasskey(pages: Pages, visit: Visit): Promise<PageAnswer> {
  const { request, caller } = visit
  const { name } = request.body ?? {}
  const id = sentId(request)
  pages.countChange(caller.userId)
  try {
    if (name === undefined) throw fieldFault('name', 'required')
    await pages.users.ask(renameOwnPasskeyEndpoint, { ...proverOf(caller), passkey_id: id, name })
    return { to: '../account?done=passkey_renamed' }
  } catch (error) {
    if (isGone(error)) return { to: '../account' }
    const fault = faultsIn(error, ['name'])?.name
    if (fault === undefined) throw error
    return { view: renamePasskeyView({ id }, { value: name, fault }), status: 400 }
  }
}

async function removePasskey(pages: Pages, visit: Visit): Promise<PageAnswer> {
  const { request, caller } = visit
  pages.countChange(caller.userId)
  try {
    await pages.users.ask(removeOwnPasskeyEndpoint, {
      ...proverOf(caller),
      passkey_id: sentId(request),
    })
    return { to: '../account?done=passkey_removed' }
  } catch (error) {
    if (isGone(error)) return { to: '../account?done=passkey_removed' }
    const problem = problemOf(error)
    const passkey = problem && named(await findOwnFactors(pages, visit), request)
    if (!passkey) throw error
    return { view: removePasskeyView(passkey, problem), status: 400 }
  }
}

const isGone = (error: unknown): boolean => error instanceof Failure && error.code === 'factor_not_found'
