import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Html, html } from '#runtime/html.ts'
import type { PasskeyTexts } from '../texts/texts.ts'

/**
 * The purposes for which a page asks for a passkey: to sign in, after a password, for re-authentication, or to create a
 * new one.
 */
export type PasskeyUse = 'login' | 'second_factor' | 'step_up' | 'add'

/** The part of a form in which a passkey can be used. The script of the pages fills a hidden field and sends the form. */
export interface PasskeyWay {
  use: PasskeyUse
  button: string
  texts: PasskeyTexts
  /** True where this part comes before the other fields, because a passkey is easier to use. */
  isFirst?: boolean
  /** True where the browser also offers passkeys in the suggestions of the username field (conditional mediation). */
  isOffered?: boolean
}

/** Makes the part of a form for passkeys. As long as the script has not run, a sentence says that scripts are needed. */
export function passkeyHtml({ use, button, texts, isFirst, isOffered }: PasskeyWay): Html {
  const isMain = isFirst || use === 'add'
  const part = (name: string, inside: Html | string, more: Html) =>
    html`<p data-part="${name}"${more}>${inside}</p>`
  const say = (name: 'cancelled' | 'known' | 'failed') =>
    part(name, texts[name], html` class="wrong" role="alert" hidden`)
  const parts = [
    part('script', texts.needsScript, html` class="quiet"`),
    part('unsupported', texts.unsupported, html` class="quiet" hidden`),
    part(
      'button',
      html`<button type="button"${!isMain && html` class="plain"`}>${button}</button>`,
      html` hidden`,
    ),
    say('cancelled'),
    say('known'),
    say('failed'),
  ]
  const act = use === 'add' ? 'create' : 'get'
  return html`<div class="passkey" data-passkey="${act}" data-use="${use}"${isOffered && html` data-offered`}>${parts}<input type="hidden" name="credential"></div>`
}

let script: string | undefined
export const readPasskeyScript = (): string => {
  script ??= readFileSync(new URL('./passkey.js', import.meta.url), 'utf8')
  return script
}

/**
 * The URL of the script, relative to `/account/`. It contains a hash of the script, so that browsers may cache the file
 * for long.
 */
export const passkeyScriptUrl = (): string =>
  `passkey.js?${hash('sha256', readPasskeyScript(), 'hex').slice(0, 16)}`
