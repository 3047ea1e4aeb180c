import { Failure } from '#contract/declaration/failures.ts'
import type { TokenPairResource } from '#contract/sign-in/token-pair.ts'
import { overloaded } from '#runtime/limits/overloaded.ts'
import { siteKey } from '#runtime/network.ts'
import { digestOf } from '../../core/opaque-token.ts'
import type { Session } from '../../core/session.ts'
import type { CheckedUser } from '../../core/user-directory.ts'
import { findDevice, type KnownDevice } from '../../sessions/devices/device-store.ts'
import type { Device } from '../../sessions/session-store.ts'
import { mintTokenPair } from '../../tokens/token.ts'
import { findFamiliarity } from '../known-network-store.ts'
import { loginBuckets, nameKey } from '../limits/login-limits.ts'
import { beginAttempt } from '../limits/login-throttle.ts'
import type { Login } from '../login.ts'
import { nextStep } from '../next-step.ts'
import { countSession, startSession } from '../start-session.ts'
import { beginLogin } from '../suspend.ts'

/**
 * Logs a user in: counts the attempt, checks the password, starts a session, makes its tokens. A user who has a second
 * factor, or must have one, gets no session yet, but a failure with a token for the next step of the login.
 * @throws {Failure} `invalid_credentials`, `second_factor_required`, `second_factor_enrolment_required`,
 * `login_name_limited`, `login_address_limited`, `sessions_limited`, `overloaded`, `user_service_unavailable`
 */
export const logIn = (login: Login, input: LoginAttempt): Promise<TokenPairResource> =>
  login.counts.logins.of(attemptLogin(login, input))

interface LoginAttempt {
  name: string
  password: string
  device: Device
  deviceToken?: string | undefined
}

async function attemptLogin(login: Login, input: LoginAttempt): Promise<TokenPairResource> {
  refuseIfFull(login)
  const { name, password, device } = input
  const { address } = device
  const { countedBy, knownNetwork, isFresh } = await whoIsMeant(login, { name, address })
  const known = await findOwnDevice(login, { token: input.deviceToken, countedBy })
  const buckets = loginBuckets({ countedBy, address, knownNetwork, deviceId: known?.id })
  const attempt = await beginAttempt(login, buckets)
  const checked = closingWhenFull(login, () =>
    login.users.checkCredentials({ username: name, password, address }),
  )
  const right = await attempt.check(checked)
  const { user } = right
  const half = halfDone(login, { right, known, countedBy, deviceName: device.name, address })
  if (half) {
    const [wayOn] = await Promise.all([countAndBegin(login, half), attempt.takeBack()])
    throw wayOn
  }
  const begun = { userId: user.id, known: right, amr: ['pwd'], device, countedBy, isFamiliar: isFresh }
  const [session] = await Promise.all([countAndStart(login, begun), attempt.takeBack()])
  return mintTokenPair(login, session, user)
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
  const { isKnown, isFresh } = await findFamiliarity(db, { countedBy, network, now: clock.now() })
  return { countedBy, knownNetwork: isKnown ? network : undefined, isFresh }
}

/**
 * Finds the remembered device that a token belongs to, if it is a device of the user who is logging in. A login from
 * such a device is counted in a bucket of its own, so that guesses of strangers do not lock the owner out there. A
 * token of another user's device is ignored: it must not give a stranger more guesses.
 */
async function findOwnDevice(
  { db, clock }: Login,
  { token, countedBy }: { token: string | undefined; countedBy: string },
): Promise<KnownDevice | undefined> {
  if (token === undefined) return undefined
  const device = await findDevice(db, digestOf(token), clock.now())
  return device?.userId === countedBy || device?.countedBy === countedBy ? device : undefined
}

/** Returns the data of a login that still needs another step after a right password; undefined when the password is enough. */
function halfDone(
  { demand }: Login,
  {
    right,
    known,
    ...login
  }: {
    right: CheckedUser
    known: KnownDevice | undefined
    countedBy: string
    deviceName: string | null
    address: string
  },
): Parameters<typeof beginLogin>[1] | undefined {
  const {
    user,
    session_epoch: epoch,
    second_factors: { version: factorsVersion, factors } = noFactors,
  } = right
  const amr = ['pwd']
  const isRemembered =
    known?.userId === user.id && known.epoch === epoch && known.factorsVersion === factorsVersion
  const step = nextStep({ user, amr, hasFactors: factors.length > 0, isRemembered }, demand)
  return step && { ...login, userId: user.id, step, amr, epoch, factorsVersion, factors }
}

const noFactors = { version: 0, factors: [] }

/**
 * Begins a login that needs one more step. Such logins have the same rate limit as new sessions, but for each network
 * separately: a stranger who knows the password must not use up the limit of the owner.
 */
async function countAndBegin(login: Login, half: Parameters<typeof beginLogin>[1]): Promise<Failure> {
  countSession(login, `${half.userId} from ${siteKey(half.address)}`)
  return beginLogin(login, half)
}

async function countAndStart(login: Login, begun: Parameters<typeof startSession>[1]): Promise<Session> {
  countSession(login, begun.userId)
  return startSession(login, begun)
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
 * Runs a login attempt. If the queue of password hashes is full, it closes the gate, so that logins are refused for a
 * moment.
 */
async function closingWhenFull<T>({ gate }: Pick<Login, 'gate'>, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Failure && error.code === 'overloaded')
      gate.closedUntil = performance.now() + closedMs
    throw error
  }
}
