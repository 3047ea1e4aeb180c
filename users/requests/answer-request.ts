import type { Delivery } from '#runtime/events/outbox.ts'
import type { RequestType } from '../core/queued-request.ts'
import type { Users } from '../core/users.ts'
import { answerEmailChange } from '../email/request-email-change.ts'
import { answerSignUp } from '../sign-up/private-sign-up.ts'

const answers: Record<RequestType, (users: Users, request: Delivery) => Promise<void>> = {
  email_change: answerEmailChange,
  sign_up: answerSignUp,
}

/** What the outbox does with a request that its reply only wrote down. */
export const answerRequest = (users: Users, request: Delivery): Promise<void> =>
  answers[request.type as RequestType](users, request)
