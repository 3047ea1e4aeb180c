import { failures } from '../declaration/failure-table.ts'
import { endReasons } from '../declaration/failures.ts'
import { oauthErrors } from '../declaration/oauth-errors.ts'
import { array, integer, object, oneOf, optional, string } from '../declaration/schema.ts'
import { LoginFactor } from '../sign-in/factors.ts'

const failureCodes = Object.keys(failures)

const problemFields = {
  type: string({ format: 'uri-reference', description: 'The page about this code.' }),
  title: string(),
  status: integer(),
  detail: optional(string()),
  code: oneOf(failureCodes, {
    title: 'FailureCode',
    description:
      'A stable code that programs act on. Each response of an operation lists the codes that it can have; a later version can add codes.',
  }),
  request_id: string({ description: 'Finds the log line.' }),
  reason: optional(oneOf(endReasons, { description: 'Why the session is over.' })),
  reset_token: optional(
    string({ description: 'With `password_change_required`: for POST /api/v1/auth/password/reset.' }),
  ),
  login_token: optional(
    string({
      description:
        'With `second_factor_required` and `second_factor_enrolment_required`: for the next step of the login.',
    }),
  ),
  factors: optional(array(LoginFactor, { description: 'What the login may go on with.' })),
  expires_in: optional(
    integer({ description: 'For how many seconds `reset_token` or `login_token` is good.' }),
  ),
  errors: optional(array(object({ pointer: string(), code: string(), detail: string() }))),
}

/** The body of a failure. */
export const Problem = object(problemFields, { title: 'Problem', description: 'RFC 9457.' })

/** The body of a failure for a client that sent a form. */
export const OAuthProblem = object(
  { error: oneOf(oauthErrors), ...problemFields },
  { title: 'OAuthProblem', description: 'To who sent a form: RFC 6749 section 5.2 and RFC 9457 in one.' },
)
