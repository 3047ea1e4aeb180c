import type { CompletedLoginResource } from '#contract/sign-in/login-steps.ts'
import type { Device } from '../core/session-store.ts'
import type { CheckedUser } from '../core/user-directory.ts'
import type { Login } from './login.ts'
import type { StoredLogin } from './login-store.ts'

/** The client that somebody signs in with. */
export interface Client {
  device: Device
  /** The token of a device on which a second factor was given before, if the client has one. */
  deviceToken?: string | undefined
}

/** A way to prove who one is, with what the client has sent for it: a password, a passkey, a code. */
export interface Method {
  /** Checks what was sent, within the limits of the method. @throws {Failure} those of the method */
  prove(login: Login, client: Client): Promise<Proof>
  /** The refusal for a user whose sessions all ended while this was under way. */
  refused: 'invalid_credentials' | 'passkey_invalid' | 'identity_unlinked' | 'login_expired'
  /** The counter of the outcomes of this method; absent where nothing counts them. */
  counter?: 'logins' | 'passkeyLogins'
}

/** A way to prove anew who one is, for a session that exists. */
export interface FreshMethod {
  /** Checks what was sent, within the limits of the method. @throws {Failure} those of the method */
  prove(login: Login, client: Client): Promise<FreshProof>
}

/** What a method has proven. */
export interface Proof {
  /** The user, as the user service knew them when it checked the proof. */
  known: CheckedUser & Pick<CompletedLoginResource, 'recovery_codes'>
  /** The methods that are proven by now, those of earlier steps included (the claim `amr`, RFC 8176). */
  amr: readonly string[]
  /** The key by which attempts are counted: the id of the user, or the key of the login name. */
  countedBy: string
  /** When the person authenticated, in epoch milliseconds; the present time if absent. */
  authenticatedAt?: number
  /** True on a remembered device of the user, which stands in for the second factor. */
  isRemembered?: boolean
  /** True if the network was noted for the user within the last day. It is looked up if absent. */
  isFamiliar?: boolean
  /** The login whose last step this is, and whether the device is to be remembered. */
  completes?: { begun: StoredLogin; remembersDevice: boolean }
  /** True after a change of the password: the new session replaces the one that asked, and no step is asked for again. */
  isReplacing?: boolean
  /**
   * Takes the attempt from the count, because the proof was right. It is called in the turn of the event loop in which the
   * session is written, so that SQLite commits both together.
   */
  release?(): Promise<void>
}

/** What a method has proven for a session that exists. */
export interface FreshProof extends Proof {
  /** The session that the proof raises. */
  sessionId: string
}

/** The state of a user's second factors who never had one. */
export const noFactors = { version: 0, factors: [] }
