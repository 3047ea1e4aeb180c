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
  usersOpsPort: port('LATCHKEY_USERS_OPS_PORT', 'where the user service answers /metrics', 9464),
  greeter: choice(
    'LATCHKEY_GREETER',
    'whether the greeter answers anyone on the gRPC port of the user service; auto is where only this machine reaches it',
    ['auto', 'on', 'off'],
    'auto',
  ),
  usersDatabase: unsetOr(
    databaseUrl(
      'LATCHKEY_USERS_DATABASE',
      'its database, sqlite:PATH or postgres://…; users.db in the data folder if unset',
    ),
  ),
  authUrl: unsetOr(
    httpUrl('LATCHKEY_AUTH_URL', 'where the user service finds the authentication service, when split'),
  ),
  signup: choice(
    'LATCHKEY_SIGNUP',
    'who may make a user: anyone; anyone, without telling whether an address is taken; or admins only',
    ['open', 'private', 'closed'],
    'open',
  ),
  signUpsPerMinute: count(
    'LATCHKEY_SIGNUPS_PER_MINUTE',
    'users that one network may sign up in a minute; more where many people share an address, as in a school',
    { default: 5, atLeast: 1, atMost: 6_000 },
  ),
  requireVerifiedEmail: choice(
    'LATCHKEY_REQUIRE_VERIFIED_EMAIL',
    'whether people must confirm their address before they log in; always so with private sign-up',
    ['true', 'false'],
    'false',
  ),
  legacyLoginUrl: unsetOr(
    legacyLoginUrl(
      'LATCHKEY_LEGACY_LOGIN_URL',
      'where the system that people move from says whether a password is right there, https; asked at the first login',
    ),
  ),
  legacyLoginSecret: unsetOr(
    secrets(
      'LATCHKEY_LEGACY_LOGIN_SECRET',
      'what the user service proves itself with there; the first is sent',
    ),
  ),
  legacyLoginTimeoutMs: durationMs(
    'LATCHKEY_LEGACY_LOGIN_TIMEOUT',
    'how long its answer may take, at most what LATCHKEY_PASSWORD_WAIT leaves; the login is refused then',
    { default: '1s', atLeast: '1s', atMost: '10s' },
  ),
  foreignPasswordsUntil: unsetOr(
    moment(
      'LATCHKEY_FOREIGN_PASSWORDS_UNTIL',
      'the day (UTC) from which password hashes of other systems log nobody in, so that their owners set a new password; never if unset',
    ),
  ),
  smtpUrl: unsetOr(
    smtpUrl(
      'LATCHKEY_SMTP_URL',
      'server for outgoing mail, smtps://… or smtp://…; if unset, mail goes into the mailbox at /dev/mail',
    ),
  ),
  mailbox: choice(
    'LATCHKEY_MAILBOX',
    'whether that mailbox may take mail: where only this machine is served, wherever this is, or never',
    ['auto', 'on', 'off'],
    'auto',
  ),
  mailFrom: unsetOr(
    mailFrom('LATCHKEY_MAIL_FROM', 'whom mail comes from: ADDRESS or NAME <ADDRESS>; needed with a server'),
  ),
  publicUrl: unsetOr(
    pageBase(
      'LATCHKEY_PUBLIC_URL',
      'what links in mails begin with; the URL of the authentication service if unset',
    ),
  ),
  language: choice(
    'LATCHKEY_LANGUAGE',
    'of mail and pages for those of whom no other is known',
    languages,
    'en',
  ),
  natsUrl: unsetOr(
    natsUrl(
      'LATCHKEY_NATS_URL',
      'NATS to which every event is published, nats://… or tls://…; none if unset',
    ),
  ),
  natsSubject: subjectPrefix(
    'LATCHKEY_NATS_SUBJECT',
    'how the subjects there begin; the type of the event follows',
    'latchkey.events',
  ),
  webhookPrivateTargets: choice(
    'LATCHKEY_WEBHOOK_PRIVATE_TARGETS',
    'whether webhooks and messages to OpenID clients may lead to http URLs and to addresses that are not public',
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
