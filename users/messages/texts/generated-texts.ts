// Written by npm run generate, from en.json.
import type { Message } from '#runtime/texts/message.ts'

export interface Texts {
  greeting: Message<{ username: string }>
  plainLink: string
  footer: string
  links: {
    privacy: string
    terms: string
    help: string
  }
  linkLine: Message<{ text: string; url: string }>
  ifNotYou: string
  ifNotAsked: string
  notMe: {
    button: string
    after: string
  }
  unknownDevice: string
  author: {
    user: Message<{ user: string }>
    apiKey: Message<{ apiKey: string }>
    commandLine: string
  }
  mails: {
    verify_email: {
      subject: string
      paragraphs: readonly [string]
      button: string
      after: readonly [Message<{ duration: string }>, string]
    }
    reset_password: {
      subject: string
      paragraphs: readonly [string]
      button: string
      after: readonly [Message<{ duration: string }>, string]
    }
    invitation: {
      subject: string
      paragraphs: readonly [string]
      button: string
      after: readonly [Message<{ duration: string }>]
    }
    confirm_email_change: {
      subject: string
      paragraphs: readonly [Message<{ email: string }>]
      button: string
      after: readonly [Message<{ duration: string }>, string]
    }
    email_change_requested: {
      subject: string
      paragraphs: readonly [Message<{ email: string }>]
      otherwise: string
    }
    email_changed: {
      subject: string
      paragraphs: readonly [Message<{ email: string }>, Message<{ duration: string }>]
      button: string
    }
    email_changed_by_admin: {
      subject: string
      paragraphs: readonly [Message<{ email: string }>, string]
    }
    password_changed: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>]
      made: Message<{ made: string }>
    }
    new_sign_in: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>, Message<{ device: string; address: string }>]
    }
    device_remembered: {
      subject: string
      paragraphs: readonly [Message<{ at: string; duration: string }>, Message<{ device: string; address: string }>]
    }
    second_factor_failed: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>, Message<{ address: string }>]
      otherwise: string
    }
    factor_added: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>]
    }
    factor_removed: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>]
    }
    recovery_codes_made: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>]
    }
    recovery_code_used: {
      subject: string
      paragraphs: readonly [Message<{ at: string; left: number }>]
    }
    factors_reset: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>]
    }
    reset_link_shown: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>]
    }
    passkey_added: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>, Message<{ name: string }>]
    }
    passkey_removed: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>, Message<{ name: string }>]
    }
    passkey_suspect: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>, Message<{ name: string }>, string]
    }
    identity_linked: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>, Message<{ account: string }>]
    }
    identity_unlinked: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>, Message<{ account: string }>]
    }
    address_in_use: {
      subject: string
      paragraphs: readonly [string, string]
      button: string
      after: readonly [string]
    }
    user_deleted: {
      subject: string
      paragraphs: readonly [string, string]
    }
    webhook_disabled: {
      subject: string
      paragraphs: readonly [Message<{ reason: string }>, Message<{ url: string }>, string]
    }
    api_key_created: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>, Message<{ name: string; scopes: string; id: string; author: string }>, string]
    }
    webhook_set_up: {
      subject: Message<{ change: string }>
      paragraphs: readonly [Message<{ change: string; at: string }>, Message<{ url: string; eventTypes: string; id: string; author: string }>, string]
    }
    client_set_up: {
      subject: Message<{ change: string }>
      paragraphs: readonly [Message<{ change: string; at: string }>, Message<{ name: string; leadsTo: string; id: string; author: string }>, string]
    }
    user_secured: {
      subject: string
      paragraphs: readonly [Message<{ user: string; at: string }>]
      ended: Message<{ ended: string }>
      left: Message<{ left: string }>
    }
    admin_added: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>, Message<{ admin: string; author: string }>, string]
    }
    test: {
      subject: string
      paragraphs: readonly [Message<{ at: string }>, string]
    }
  }
}
