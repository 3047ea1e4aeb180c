import { array, checkedByUseCase, nullable, object, oneOf, string } from './schema.ts'

const uuid = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

export const isUuid = (text: string): boolean => new RegExp(uuid).test(text)

export const Id = string({ format: 'uuid', description: 'A UUIDv7 (RFC 9562) in lower case.' })

/** The author of a thing that outlives the session in which it was made, such as a webhook or an OpenID client. */
export const MadeBy = nullable(
  string({
    format: 'uuid',
    description: 'The user or API key that created it. Null for the command line.',
  }),
)

/** A time is written as in RFC 3339, in UTC and with milliseconds: `2026-11-21T09:30:00.000Z`. */
export const Time = string({ format: 'date-time', description: 'RFC 3339 in UTC with milliseconds.' })

export const Username = string({
  minLength: 3,
  maxLength: 64,
  pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$',
  inWords:
    'must have only letters from a to z, digits, dots, underscores and hyphens, and begin and end with a letter or digit',
  description:
    'ASCII letters, digits, `.`, `_` and `-`. Starts and ends with a letter or digit, and is not a UUID. Unique regardless of case; displayed as entered.',
  examples: ['ada'],
})

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"

export const Email = checkedByUseCase(
  string({
    minLength: 3,
    maxLength: 254,
    description:
      'One email address with a dot-atom local part and a domain name. Unique regardless of ASCII case; displayed as entered.',
    examples: ['ada@example.com'],
  }),
  // The domain may be written in any script (RFC 6531), which the format `email` would exclude.
  { format: 'idn-email', pattern: `^${atom}(\\.${atom})*@[^@\\s]+$` },
)

/**
 * A new password may have up to 1,024 characters before Unicode normalisation (NFC). After it, `password-policy.ts` requires 8
 * to 256 characters.
 */
export const NewPassword = checkedByUseCase(
  string({
    maxLength: 1024,
    description:
      '8 to 256 characters after Unicode NFC, of any kind. Common passwords, the username and the email address are rejected.',
  }),
  { minLength: 8, maxLength: 256, format: 'password' },
)

/** A password that is only compared may be any text up to a bound, so that a wrong one answers 401 and never 400. */
export const PresentedPassword = string({ minLength: 1, maxLength: 1024, format: 'password' })
export const LoginName = string({
  minLength: 1,
  maxLength: 254,
  description: 'The username or email address.',
})

/** The pattern excludes control characters, line breaks and bidirectional overrides: names are shown in mails and terminals. */
const oneLine = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$'

export const DisplayName = string({
  minLength: 1,
  maxLength: 200,
  pattern: oneLine,
  inWords: 'must be one line without control characters',
  description: 'The name of the user, in any script.',
})

export const SearchText = string({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\u0000]*$',
  inWords: 'must not have the character NUL',
  description:
    "Any part of the username, email address or name, or a complete id. One or two characters match only the beginnings of words. Case, Unicode normalization and surrounding spaces are ignored. Can't be combined with `q` or `total`.",
})

export const SuspensionReason = string({
  minLength: 1,
  maxLength: 500,
  pattern: oneLine,
  inWords: 'must be one line without control characters',
  description:
    'Why the user is suspended, shown to admins. Valid with `status` `suspended`, or for a user who is already suspended.',
})

export const DeviceName = string({
  minLength: 1,
  maxLength: 100,
  pattern: oneLine,
  inWords: 'must be one line without control characters',
  description: 'The name of this device in the list of sessions.',
})

export const KeyName = string({
  minLength: 1,
  maxLength: 100,
  pattern: oneLine,
  inWords: 'must be one line without control characters',
  description: 'What the key is used for.',
})

export const Locale = string({
  minLength: 2,
  maxLength: 35,
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  inWords: 'must be a language tag, such as de or pt-BR',
  description:
    'The language of email to the user (BCP 47), such as `de-AT`. Languages other than `en`, `de` and `fr` are stored, and email uses the default language of the service.',
  examples: ['de'],
})

export const Role = oneOf(['user', 'admin'])
export const UserStatus = oneOf(['active', 'suspended'])

/** The levels of a login: `aal1` for one kind of proof, `aal2` for two different ones, such as a password and a code of an app. */
export const levels = ['aal1', 'aal2'] as const
export type Level = (typeof levels)[number]

export const Acr = oneOf(levels, {
  description:
    'The level of the last authentication: `aal2` with two kinds of factors, such as a password and a code of an authenticator app.',
})

export const Amr = array(string(), {
  description:
    'The methods of the last authentication (RFC 8176): `pwd` password, `otp` authenticator app, `rec` recovery code, `hwk` device-bound passkey, `swk` synced passkey, `user` user verification by the device, `fed` identity provider, `fmfa` second factor at a provider that the operator trusts, `mfa` more than one kind.',
})

export const Cursor = string({
  minLength: 1,
  maxLength: 200,
  description: 'The `next_cursor` of the previous page.',
})

export const NextCursor = nullable(string())

export const UserIdPath = object({ id: string({ maxLength: 100, description: 'The id of the user.' }) })

/** The network address of the client. The user service records it in the event about a refused login or a change. */
export const ClientAddress = string({ maxLength: 100 })
