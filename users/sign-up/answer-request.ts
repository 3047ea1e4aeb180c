import type { Delivery } from '#runtime/events/outbox.ts'
import { answerEmailChange } from '../links/request-email-change.ts'
import type { Users } from '../user/users.ts'
import { answerSignUp } from './private-sign-up.ts'
import type { RequestType } from './queued-request.ts'

const answers: Record<RequestType, (users: Users, request: Delivery) => Promise<void>> = {
  email_change: answerEmailChange,
  sign_up: answerSignUp,
}

/** What the outbox does with a request that its reply only wrote down. */
export const answerRequest = (users: Users, request: Delivery): Promise<void> =>
  answers[request.type as RequestType](users, request)
