import { languages } from '#contract/declaration/languages.ts'
import { databaseUrl } from '#runtime/database/open-database.ts'
import { mailFrom, smtpUrl } from '#runtime/mail/mail-settings.ts'
import {
  choice,
  count,
  durationMs,
  httpUrl,
  pageBase,
  port,
  secrets,
  unsetOr,
  type ValuesOf,
} from '#runtime/settings.ts'
import type { UserPolicy } from './core/users.ts'
import { moment } from './credentials/settings.ts'
import { natsUrl, subjectPrefix } from './events/settings.ts'
import { legacyLoginUrl } from './import/settings.ts'

export const userSettings = {
  usersPort: port('LATCHKEY_USERS_PORT', 'HTTP port of the user service; 0 is any free one', 8080),
  usersGrpcPort: port('LATCHKEY_USERS_GRPC_PORT', 'gRPC port of the user service', 10_000),
  usersOpsPort: port('LATCHKEY_USERS_OPS_PORT', 'port of /metrics of the user service', 9464),
  greeter: choice(
    'LATCHKEY_GREETER',
    'greeter on the gRPC port of the user service, without credentials; auto: only if no other machine has access',
    ['auto', 'on', 'off'],
    'auto',
  ),
  usersDatabase: unsetOr(
    databaseUrl(
      'LATCHKEY_USERS_DATABASE',
      'database of the user service, sqlite:PATH or postgres://…; default: users.db in the data folder',
    ),
  ),
  authUrl: unsetOr(
    httpUrl(
      'LATCHKEY_AUTH_URL',
      'URL at which the user service calls the authentication service, if they run apart',
    ),
  ),
  signup: choice(
    'LATCHKEY_SIGNUP',
    'who may create users: everyone; everyone, without revealing which email addresses are taken; or only admins',
    ['open', 'private', 'closed'],
    'open',
  ),
  signUpsPerMinute: count(
    'LATCHKEY_SIGNUPS_PER_MINUTE',
    'sign-ups per network and minute; raise it where many users share an IP address, such as in a school',
    { default: 5, atLeast: 1, atMost: 6_000 },
  ),
  requireVerifiedEmail: choice(
    'LATCHKEY_REQUIRE_VERIFIED_EMAIL',
    'whether users must confirm their email address before they sign in; always with private sign-up',
    ['true', 'false'],
    'false',
  ),
  legacyLoginUrl: unsetOr(
    legacyLoginUrl(
      'LATCHKEY_LEGACY_LOGIN_URL',
      'https URL at which your previous system checks passwords, at the first sign-in of a user',
    ),
  ),
  legacyLoginSecret: unsetOr(
    secrets('LATCHKEY_LEGACY_LOGIN_SECRET', 'secret for that URL; the first one is sent'),
  ),
  legacyLoginTimeoutMs: durationMs(
    'LATCHKEY_LEGACY_LOGIN_TIMEOUT',
    'timeout of that URL, within LATCHKEY_PASSWORD_WAIT; the sign-in then fails',
    { default: '1s', atLeast: '1s', atMost: '10s' },
  ),
  foreignPasswordsUntil: unsetOr(
    moment(
      'LATCHKEY_FOREIGN_PASSWORDS_UNTIL',
      'day (UTC) from which password hashes of other systems are no longer accepted, so that users set a new password; default: never',
    ),
  ),
  smtpUrl: unsetOr(
    smtpUrl(
      'LATCHKEY_SMTP_URL',
      'server for outgoing email, smtps://… or smtp://…; if unset, email goes into the mailbox at /dev/mail',
    ),
  ),
  mailbox: choice(
    'LATCHKEY_MAILBOX',
    'mailbox for development; auto: only if no other machine has access',
    ['auto', 'on', 'off'],
    'auto',
  ),
  mailFrom: unsetOr(
    mailFrom('LATCHKEY_MAIL_FROM', 'sender of email, ADDRESS or NAME <ADDRESS>; required with a mail server'),
  ),
  publicUrl: unsetOr(
    pageBase(
      'LATCHKEY_PUBLIC_URL',
      'base URL of pages and links in emails; default: the URL of the authentication service',
    ),
  ),
  language: unsetOr(
    choice(
      'LATCHKEY_LANGUAGE',
      'language of emails and pages for users whose language isn’t known; default: that of the branding, or en',
      languages,
    ),
  ),
  natsUrl: unsetOr(natsUrl('LATCHKEY_NATS_URL', 'NATS server to publish events to, nats://… or tls://…')),
  natsSubject: subjectPrefix(
    'LATCHKEY_NATS_SUBJECT',
    'prefix of NATS subjects; the event type follows',
    'latchkey.events',
  ),
  webhookPrivateTargets: choice(
    'LATCHKEY_WEBHOOK_PRIVATE_TARGETS',
    'http URLs and private addresses as targets of webhooks and back-channel logout',
    ['allow', 'deny'],
    'deny',
  ),
}

/** Returns what the settings say about users, in the form in which the use cases read it. */
export const userPolicy = (settings: ValuesOf<typeof userSettings>): UserPolicy => ({
  signup: settings.signup,
  signUpsPerMinute: settings.signUpsPerMinute,
  // Private sign-up requires a confirmed address: with an immediate login, anybody could test whether their sign-up made a user.
  requiresVerifiedEmail: settings.requireVerifiedEmail === 'true' || settings.signup === 'private',
  foreignPasswordsUntil: settings.foreignPasswordsUntil,
  allowsPrivateTargets: settings.webhookPrivateTargets === 'allow',
})
