import { endpoint } from '../declaration/endpoint.ts'
import { nullable, object, oneOf, type Static, string } from '../declaration/schema.ts'

/** Why a test email was not accepted: each reason needs another correction. */
export const testEmailFaults = [
  'no_address',
  'host_not_found',
  'connection_failed',
  'timed_out',
  'tls_failed',
  'login_refused',
  'sender_refused',
  'recipient_refused',
  'message_refused',
  'deferred',
  'unknown',
] as const
export type TestEmailFault = (typeof testEmailFaults)[number]

export const TestEmail = object(
  {
    outcome: oneOf(['accepted', 'stored', 'failed'], {
      description:
        '`accepted`: the mail server took the email. `stored`: no mail server is set, so it is in the local mailbox. `failed`: see `fault` and `reply`.',
    }),
    to: string({ description: 'Your email address.', examples: ['ada@example.com'] }),
    server: nullable(
      string({
        description: 'The mail server and the sender. Null if no mail server is set.',
        examples: ['smtp.example.com:587, from noreply@example.com'],
      }),
    ),
    fault: nullable(
      oneOf(testEmailFaults, {
        description:
          'The step that failed. `no_address`: your address is a placeholder that ends in `.invalid`. `deferred`: the mail server asks to try again later. Null if nothing failed.',
      }),
    ),
    reply: nullable(
      string({
        description:
          "The mail server's reply or the connection error, with email addresses removed. Null without one.",
        examples: ['250 2.0.0 Ok: queued as 4A2'],
      }),
    ),
  },
  { title: 'TestEmail', description: 'The result of a test email.' },
)
export type TestEmailResource = Static<typeof TestEmail>

export const sendTestEmailEndpoint = endpoint({
  name: 'sendTestEmail',
  method: 'POST',
  paths: ['/api/v1/system/test-email'],
  access: 'system:write',
  httpOnly: 'for the console, which calls by HTTP',
  tag: 'system',
  summary: 'Send a test email to yourself',
  description:
    "Sends an email to your own address through the configured mail server, and returns the server's reply. API keys have no address and can't call it. You can send five test emails at once, and then one every 12 minutes.",
  success: 200,
  reply: TestEmail,
  failures: ['changes_limited', 'user_not_found'],
})

export const testEmailEndpoints = [sendTestEmailEndpoint]
