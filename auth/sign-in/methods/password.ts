import { Failure } from '#contract/declaration/failures.ts'
import { validateUserEndpoint } from '#contract/sign-in/internal-users.ts'
import { overloaded } from '#runtime/limits/overloaded.ts'
import { siteKey } from '#runtime/network.ts'
import { findKnownNetwork } from '../known-network-store.ts'
import { loginBuckets, nameKey } from '../limits/login-limits.ts'
import { beginAttempt } from '../limits/login-throttle.ts'
import type { Login } from '../login.ts'
import type { Client, Method, Proof } from '../method.ts'
import { findTrustedDevice, isTrustedOn } from './find-trusted-device.ts'

/**
 * Signs a user in with a login name and a password. The attempt is counted before the password is checked.
 * @throws {Failure} `invalid_credentials`, `password_change_required`, `login_name_limited`, `login_address_limited`,
 * `overloaded`, `user_service_unavailable`
 */
export const byPassword = (given: { name: string; password: string }): Method => ({
  prove: (login, client) => prove(login, given, client),
  refused: 'invalid_credentials',
  counter: 'logins',
})

async function prove(
  login: Login,
  { name, password }: { name: string; password: string },
  { device: { address }, deviceToken: token }: Client,
): Promise<Proof> {
  refuseIfFull(login)
  const { countedBy, knownNetwork, isNetworkStored } = await whoIsMeant(login, { name, address })
  const device = await findTrustedDevice(login, { token, countedBy })
  const buckets = loginBuckets({ countedBy, address, knownNetwork, deviceId: device?.id })
  const attempt = await beginAttempt(login, buckets)
  const checked = closingWhenFull(login, () =>
    login.users.ask(validateUserEndpoint, { username: name, password, address }),
  )
  const known = await attempt.check(checked)
  return {
    known,
    amr: ['pwd'],
    countedBy,
    isNetworkStored,
    release: attempt.release,
    isRemembered: isTrustedOn(device, known),
  }
}

/**
 * Finds the key by which guesses at a login name are counted, and whether the user with that name has logged in from
 * the client's network before. A name that no user has causes the same queries, because otherwise the duration of the
 * reply would show which users exist (I11).
 */
async function whoIsMeant({ users, db, clock }: Login, { name, address }: { name: string; address: string }) {
  const userId = await users.findLoginUser(name)
  const ofNobody = nameKey(name)
  const countedBy = userId ?? ofNobody
  const network = siteKey(address)
  const { isKnown, isStored: isNetworkStored } = await findKnownNetwork(db, {
    countedBy,
    network,
    now: clock.now(),
  })
  return { countedBy, knownNetwork: isKnown ? network : undefined, isNetworkStored }
}

/**
 * The time for which logins are refused after the queue of password hashes was full. It is a tenth of the longest wait
 * in that queue, so that the queue has room again afterwards.
 */
const closedMs = 100

/** This failure is created once, because capturing a stack trace would be a tenth of the cost of a refused login. */
const full = overloaded('password_hashes', 2)

/**
 * Refuses a login while the gate (see `LoginGate`) is closed, without a query or a call: in a flood nearly all logins are
 * refused.
 */
function refuseIfFull({ gate }: Pick<Login, 'gate'>): void {
  if (performance.now() < gate.closedUntil) throw full
}

/**
 * Has a password checked. If the queue of password hashes is full, it closes the gate, so that logins are refused for a
 * moment.
 */
async function closingWhenFull<T>({ gate }: Pick<Login, 'gate'>, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Failure && error.code === 'overloaded')
      gate.closedUntil = performance.now() + closedMs
    throw error
  }
}
