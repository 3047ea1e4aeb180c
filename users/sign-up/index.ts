/**
 * # Sign-up
 *
 * This room makes users: by *sign-up*, by an admin, or by invitation. It also changes and confirms e-mail addresses, and
 * remembers those of deleted users. A username is *held* for a private sign-up until its address is confirmed. A *deleted
 * address* is the keyed digest of the address of a deleted user.
 *
 * Ada signs up. `routes.ts` → `sign-up.ts` → `create-user.ts` counts her network (`limit-sign-ups.ts`), checks her password,
 * hashes it, and then `make-user.ts` inserts the user, records `user.created`, and queues the welcome and the link for her
 * address, in one transaction. She opens the link: `email/verify-email.ts`. Where sign-up is private, the reply must not tell
 * whether her address is taken: `private-sign-up.ts` only holds the username and queues the request, `answerSignUp` makes the
 * user in the background, or writes to the owner of the address (`email/notify-address-in-use.ts`), and `remove-unconfirmed.ts`
 * removes users who never confirm. Later Ada asks for another address (`email/request-email-change.ts`), which is hers once she
 * opens the link that went there.
 *
 * When Ada is deleted, `deleted-addresses/` remembers her address for a year, so that a login at an old system does not import
 * her again.
 */
import { maxReceiverOutageMs, retryForever, startDelivery } from '#runtime/events/outbox.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Module } from '#runtime/module.ts'
import type { ForgetInFeatures } from '../core/forget-user.ts'
import { type QueuedRequest, type RequestType, requestSeal, requestSink } from '../core/queued-request.ts'
import { resealDeliveries } from '../core/reseal-deliveries.ts'
import type { Users } from '../core/users.ts'
import { resealAddressKeys } from './deleted-addresses/address-key-store.ts'
import { expiredDeletedAddresses } from './deleted-addresses/deleted-address.ts'
import { answerEmailChange } from './email/request-email-change.ts'
import { countExpiredHolds, forgetHeldUsernames } from './held-username-store.ts'
import { answerSignUp } from './private-sign-up.ts'
import { removeUnconfirmed } from './remove-unconfirmed.ts'
import { signUpRoutes } from './routes.ts'

/** Finds the keys with which addresses of deleted users are hashed. */
export { findAddressKeys } from './deleted-addresses/address-key-store.ts'
/** Tell whether a user with an address was deleted here, and remember one who is being deleted. */
export { isDeletedAddress, rememberDeletedAddress } from './deleted-addresses/deleted-address.ts'
/** Composes the notice of a changed address. */
export { emailChanged } from './email/email-changed.ts'
/** Asks for the confirmation of another address, before the user gets it. */
export { requestEmailChange } from './email/request-email-change.ts'
/** Find a username that nobody has, and make one of an e-mail address or a name. */
export { freeUsername, usernameStem } from './free-username.ts'
/** Sends a user another invitation. */
export { inviteUser } from './invite-user.ts'
/** Counts a sign-up for the network of its client. */
export { countSignUp } from './limit-sign-ups.ts'
/** Inserts a user and queues what follows from it, in the transaction of its caller. */
export { makeUser } from './make-user.ts'
/** Returns whether a username or an address is taken, also by a sign-up that holds the name. */
export { findTakenOrHeld } from './taken-or-held.ts'

const loadRpcs = lazily(() => import('./rpcs.ts'))

/** The functions that process queued requests in the background, after the reply to the client, by the type of the request. */
const answers: Record<RequestType, (users: Users, request: QueuedRequest) => Promise<void>> = {
  email_change: answerEmailChange,
  sign_up: answerSignUp,
}

/** Opens the module that creates users, confirms addresses, and remembers the addresses of deleted users. */
export const openSignUp = (users: Users, forgetInFeatures: ForgetInFeatures): Module => ({
  routes: signUpRoutes(users),
  rpcs: async () => [(await loadRpcs()).signUpRpcs],
  sweeps: [
    expiredDeletedAddresses,
    {
      name: 'held_usernames',
      remove: (db, now, limit) => removeUnconfirmed({ db, forgetInFeatures }, { now, limit }),
      countWaiting: countExpiredHolds,
    },
  ],
  start: () => [
    startDelivery({
      db: users.db,
      clock: users.clock,
      log: users.log,
      sink: requestSink,
      retry: { ...retryForever, giveUpAfterMs: maxReceiverOutageMs },
      async deliver(request) {
        const [, answer] = Object.entries(answers).find(([type]) => type === request.type) ?? []
        if (!answer) throw new Error(`No service handles ${request.type}.`)
        await answer(users, request)
      },
    }),
  ],
  forgetUser: forgetHeldUsernames,
  async reseal() {
    await resealAddressKeys(users)
    await resealDeliveries(users, { sink: requestSink, purpose: requestSeal })
  },
})
