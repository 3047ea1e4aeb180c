import type { Maker } from './mail-content.ts'
import type { Texts } from './texts.ts'

const ifNotYou = 'If it was you, there is nothing to do. If not, secure your account now:'

/** The button of a notice, and the text below it that says what its link does. */
const notMe = {
  button: 'This was not me',
  after: [
    'The button signs out all devices, makes the password void, and removes authenticator apps, passkeys, recovery codes and linked accounts that were added with this change or after it. Earlier ones stay. What was allowed to apps since then is taken back.',
  ],
}

const ifNotAsked = 'If you asked for that, there is nothing to do. If not, secure your account now:'

/** Makes a notice of two paragraphs: what happened, and what to do if its reader did not do or want it. */
const notice = (what: string, otherwise = ifNotYou) => ({ paragraphs: [what, otherwise], ...notMe })

export const english: Texts = {
  locale: 'en-GB',
  greeting: (username) => `Hello ${username},`,
  plainLink: 'If the button does not work, open this link:',
  footer: 'This message was sent automatically. Replies are not read.',
  mails: {
    verify_email: ({ hours }, { duration }) => ({
      subject: 'Confirm your email address',
      paragraphs: ['Please confirm that this email address is yours.'],
      button: 'Confirm address',
      after: [
        `The link works for ${duration(hours, 'hour')}.`,
        'If you did not sign up, ignore this message: nothing more will happen.',
      ],
    }),
    reset_password: ({ minutes }, { duration }) => ({
      subject: 'Set a new password',
      paragraphs: ['Somebody asked to set a new password for your account. If it was you, choose one here.'],
      button: 'Choose a password',
      after: [
        `The link works once, for ${duration(minutes, 'minute')}.`,
        'If it was not you, ignore this message: your password stays as it is.',
      ],
    }),
    invitation: ({ days }, { duration }) => ({
      subject: 'You are invited',
      paragraphs: ['An account was made for you. Choose a password, and you can sign in.'],
      button: 'Choose a password',
      after: [`The link works once, for ${duration(days, 'day')}.`],
    }),
    confirm_email_change: ({ email, minutes }, { duration }) => ({
      subject: 'Confirm your new email address',
      paragraphs: [
        `Your account is to use the address ${email} from now on. Please confirm that it is yours.`,
      ],
      button: 'Confirm address',
      after: [
        `The link works for ${duration(minutes, 'minute')}. Nothing changes before that.`,
        'If you did not ask for this, ignore this message.',
      ],
    }),
    email_change_requested: ({ email }) => ({
      subject: 'Your email address is to be changed',
      paragraphs: [
        `Somebody asked to change the email address of your account to ${email}. It changes when that address is confirmed.`,
        'If it was you, there is nothing to do here. If not, stop it:',
      ],
      ...notMe,
    }),
    email_changed: ({ email, days }, { duration }) => ({
      subject: 'Your email address was changed',
      paragraphs: [
        `The email address of your account is now ${email}. Messages no longer come to this one.`,
        `If this was not you, undo it within ${duration(days, 'day')}:`,
      ],
      button: 'Undo the change',
      after: notMe.after,
    }),
    email_changed_by_admin: ({ email }) => ({
      subject: 'Your email address was changed',
      paragraphs: [
        `An administrator changed the email address of your account to ${email}. Messages no longer come to this one.`,
        'If you did not expect that, write to those who run this service.',
      ],
    }),
    password_changed: ({ at, made }, { time }) => ({
      subject: 'Your password was changed',
      paragraphs: [
        `The password of your account was changed on ${time(at)}. All devices were signed out.`,
        ...(made ? [`Made by you or with your API keys in the last 30 days, and still good:\n${made}`] : []),
        ifNotYou,
      ],
      ...notMe,
    }),
    new_sign_in: ({ device, address, at }, { time }) => ({
      subject: 'New sign-in to your account',
      paragraphs: [
        `Your account was signed in to from a new device on ${time(at)}.`,
        `Device: ${device ?? 'unknown'}\nNetwork address: ${address}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    device_remembered: ({ device, address, at, days }, { time, duration }) => ({
      subject: 'A device is remembered',
      paragraphs: [
        `On ${time(at)} a device was remembered for your account. For ${duration(days, 'day')} a sign-in there needs your password only, without a second factor.`,
        `Device: ${device ?? 'unknown'}\nNetwork address: ${address}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    second_factor_failed: ({ address, at }, { time }) => ({
      subject: 'Somebody knows your password',
      paragraphs: [
        `On ${time(at)} somebody gave the right password of your account, and then several wrong codes. Nobody was signed in by that.`,
        `Network address: ${address}`,
        'If this was you, there is nothing to do. If not, somebody else knows your password. Secure your account now:',
      ],
      ...notMe,
    }),
    factor_added: ({ at }, { time }) => ({
      subject: 'An authenticator app was added',
      ...notice(
        `An authenticator app was added to your account on ${time(at)}. From now on a sign-in asks for a code that it shows.`,
      ),
    }),
    factor_removed: ({ at }, { time }) => ({
      subject: 'Your authenticator app was removed',
      ...notice(
        `The authenticator app of your account was removed on ${time(at)}. A sign-in no longer asks for a code. All other devices were signed out.`,
      ),
    }),
    recovery_codes_made: ({ at }, { time }) => ({
      subject: 'You have new recovery codes',
      ...notice(
        `New recovery codes were made for your account on ${time(at)}. Those that you had before no longer work.`,
      ),
    }),
    recovery_code_used: ({ at, left }, { time }) => ({
      subject: 'A recovery code was used',
      ...notice(`One of your recovery codes was used on ${time(at)}. Codes that are left: ${left}.`),
    }),
    factors_reset: ({ at }, { time }) => ({
      subject: 'Your second factors were removed',
      ...notice(
        `An administrator removed the authenticator app and the recovery codes of your account on ${time(at)}. All devices were signed out.`,
        ifNotAsked,
      ),
    }),
    reset_link_shown: ({ at }, { time }) => ({
      subject: 'A link for a new password was made for you',
      ...notice(
        `An administrator had a link shown on ${time(at)} with which the password of your account can be set anew. It is good once, for an hour.`,
        ifNotAsked,
      ),
    }),
    passkey_added: ({ name, at }, { time }) => ({
      subject: 'A passkey was added',
      paragraphs: [
        `A passkey was added to your account on ${time(at)}. It signs in without a password from now on.`,
        `Name: ${name}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    passkey_removed: ({ name, at }, { time }) => ({
      subject: 'A passkey was removed',
      paragraphs: [
        `A passkey of your account was removed on ${time(at)}. It no longer signs in. All other devices were signed out.`,
        `Name: ${name}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    passkey_suspect: ({ name, at }, { time }) => ({
      subject: 'A passkey may have been copied',
      paragraphs: [
        `A passkey of your account was used on ${time(at)} in a way that suggests there is a copy of it. It is refused from now on, and all devices were signed out.`,
        `Name: ${name}`,
        'Remove this passkey, and add another one.',
        ifNotYou,
      ],
      ...notMe,
    }),
    identity_linked: ({ account, at }, { time }) => ({
      subject: 'A sign-in was added',
      paragraphs: [
        `An account of another provider was linked to yours on ${time(at)}. It signs in from now on.`,
        `Account: ${account}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    identity_unlinked: ({ account, at }, { time }) => ({
      subject: 'A sign-in was removed',
      paragraphs: [
        `An account of another provider was unlinked from yours on ${time(at)}. It no longer signs in. All other devices were signed out.`,
        `Account: ${account}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    address_in_use: () => ({
      subject: 'You already have an account',
      paragraphs: [
        'Somebody tried to sign up with this email address, which already has an account: yours. No second one was made.',
        'If it was you and you forgot your password, set a new one:',
      ],
      button: 'Set a new password',
      after: ['If it was not you, ignore this message.'],
    }),
    user_deleted: () => ({
      subject: 'Your account was deleted',
      paragraphs: [
        'Your account was deleted, with all that belonged to it. It cannot be used any more.',
        'You will get no further messages from us.',
      ],
    }),
    webhook_disabled: ({ url, isGone }) => ({
      subject: 'A webhook was switched off',
      paragraphs: [
        isGone
          ? 'The receiver of a webhook answered that it is gone for good, so the webhook was switched off.'
          : 'The receiver of a webhook took nothing for three days, so the webhook was switched off.',
        `Address: ${url}`,
        'Events that were not delivered are kept. Switch the webhook on again once its receiver answers.',
      ],
    }),
    api_key_created: ({ id, name, scopes, by, at }, { time }) => ({
      subject: 'A new API key was made',
      paragraphs: [
        `An API key was made on ${time(at)}. It works until it expires or is revoked, whatever becomes of its maker.`,
        `Name: ${name}\nAllows: ${scopes}\nId: ${id}\n${maker(by)}`,
        'If none of you made it, revoke it and end the sessions of its maker.',
      ],
    }),
    webhook_set_up: ({ id, url, eventTypes, isNew, by, at }, { time }) => ({
      subject: isNew ? 'A new webhook was made' : 'A webhook was changed',
      paragraphs: [
        isNew
          ? `A webhook was made on ${time(at)}. Events are sent to it from now on.`
          : `Where a webhook leads, what is sent to it, or its secret was changed on ${time(at)}, or it was switched on again.`,
        `Address: ${url}\nEvents: ${eventTypes}\nId: ${id}\n${maker(by)}`,
        'If it was none of you, delete the webhook and end the sessions of whoever did it.',
      ],
    }),
    client_set_up: ({ id, name, leadsTo, change, by, at }, { time }) => ({
      subject: {
        made: 'A new OpenID client was made',
        changed: 'An OpenID client was changed',
        secret: 'An OpenID client got another secret',
      }[change],
      paragraphs: [
        {
          made: `An application was allowed on ${time(at)} to log people in.`,
          changed: `Where an application that logs people in leads, or what it may do, was changed on ${time(at)}, or it was switched on or off.`,
          secret: `An application that logs people in got another secret on ${time(at)}.`,
        }[change],
        `Name: ${name}${leadsTo && `\nLeads to: ${leadsTo}`}\nId: ${id}\n${maker(by)}`,
        'If it was none of you, delete the client and end the sessions of whoever did it.',
      ],
    }),
    user_secured: ({ user, ended, left, at }, { time }) => ({
      subject: 'Somebody else used the account of a user',
      paragraphs: [
        `The owner of the account ${user} said on ${time(at)} that somebody else was at work in it. All of its sessions are over.`,
        ...(ended ? [`Revoked or disabled, because made since then:\n${ended}`] : []),
        ...(left
          ? [
              `Made before by the same user or with their API keys, and still good. Look at each of them:\n${left}`,
            ]
          : []),
      ],
    }),
    admin_added: ({ admin, by, at }, { time }) => ({
      subject: 'There is a new administrator',
      paragraphs: [
        `A user became an administrator on ${time(at)}, or was let in again as one, and may do everything.`,
        `Username: ${admin}\n${maker(by)}`,
        'If it was none of you, delete this user and end the sessions of whoever did it.',
      ],
    }),
    notification: ({ title, body }) => ({ subject: title, paragraphs: body === null ? [title] : [body] }),
  },
}

function maker(by: Maker): string {
  if (!by) return 'Made on the command line'
  return 'user' in by ? `Made by: ${by.user}` : `Made with the API key: ${by.apiKey}`
}
