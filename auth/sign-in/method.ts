import type { CompletedLoginResource } from '#contract/sign-in/login-steps.ts'
import type { Device } from '../core/session-store.ts'
import type { CheckedUser } from '../core/user-directory.ts'
import type { Login } from './login.ts'
import type { PendingLogin } from './pending-login-store.ts'

/** The client that somebody signs in with. */
export interface Client {
  device: Device
  /** The token of a device on which a second factor was given before, if the client has one. */
  deviceToken?: string | undefined
}

/** A sign-in method with the input of the client: a password, a passkey, or a code. */
export interface Method {
  /** Checks what was sent, within the limits of the method. @throws {Failure} those of the method */
  prove(login: Login, client: Client): Promise<Proof>
  /** The failure for a user all of whose sessions were ended while the check was running. */
  refused: 'invalid_credentials' | 'passkey_invalid' | 'identity_unlinked' | 'login_expired'
  /** The counter of the outcomes of this method; absent where nothing counts them. */
  counter?: 'logins' | 'passkeyLogins'
}

/** A method of re-authentication (step-up) in an existing session, with the input of the client. */
export interface StepUpMethod {
  /** Checks what was sent, within the limits of the method. @throws {Failure} those of the method */
  prove(login: Login, client: Client): Promise<StepUpProof>
}

/** The result of a sign-in method. */
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
  /** True if the network was stored for the user within the last day. If absent, it is looked up. */
  isNetworkStored?: boolean
  /** The login whose last step this is, and whether the device is to be remembered. */
  completes?: { pending: PendingLogin; remembersDevice: boolean }
  /** True after a change of the password: the new session replaces the one that asked, and no step is asked for again. */
  isReplacing?: boolean
  /**
   * Removes the attempt from the count of failures, because the password or factor was right. Call it in the same turn
   * of the event loop as the write of the session, so that SQLite commits both together.
   */
  release?(): Promise<void>
}

/** The result of a re-authentication in an existing session. */
export interface StepUpProof extends Proof {
  /** The session whose level is raised. */
  sessionId: string
}

/** The state of the second factors of a user who has never had one. */
export const noFactors = { version: 0, factors: [] }
