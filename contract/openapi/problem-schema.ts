import { failures } from '../declaration/failure-table.ts'
import { endReasons } from '../declaration/failures.ts'
import { oauthErrors } from '../declaration/oauth-errors.ts'
import { array, integer, object, oneOf, optional, string } from '../declaration/schema.ts'
import { LoginFactor } from '../sign-in/factors.ts'

const failureCodes = Object.keys(failures)

const problemFields = {
  type: string({ format: 'uri-reference', description: 'The URL of the page about this code.' }),
  title: string(),
  status: integer(),
  detail: optional(string()),
  code: oneOf(failureCodes, {
    title: 'FailureCode',
    description:
      'A stable, machine-readable error code. Each response of an operation lists the codes that it can have; a later version can add codes.',
  }),
  request_id: string({ description: 'The id of the request in the log.' }),
  reason: optional(oneOf(endReasons, { description: 'Why the session ended.' })),
  reset_token: optional(
    string({ description: 'With `password_change_required`: send it to POST /api/v1/auth/password/reset.' }),
  ),
  login_token: optional(
    string({
      description:
        'With `second_factor_required` and `second_factor_enrolment_required`: send it to the next step of the sign-in.',
    }),
  ),
  factors: optional(array(LoginFactor, { description: 'The second factors that can complete the sign-in.' })),
  expires_in: optional(integer({ description: 'Seconds until `reset_token` or `login_token` expires.' })),
  errors: optional(array(object({ pointer: string(), code: string(), detail: string() }))),
}

/** The body of a failure. */
export const Problem = object(problemFields, {
  title: 'Problem',
  description: 'An error as a problem document (RFC 9457).',
})

/** The body of a failure for a client that sent a form. */
export const OAuthProblem = object(
  { error: oneOf(oauthErrors), ...problemFields },
  {
    title: 'OAuthProblem',
    description: 'An error for a client that sent a form: RFC 6749 section 5.2 and RFC 9457 in one object.',
  },
)
