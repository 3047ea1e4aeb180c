import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { scriptButton } from '#runtime/components/button.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Texts } from '../texts/texts.ts'

/**
 * The purposes for which a page asks for a passkey: to sign in, after a password, for re-authentication, or to create a
 * new one.
 */
export type PasskeyUse = 'login' | 'second_factor' | 'step_up' | 'add'

/** The part of a form in which a passkey can be used. The script of the pages fills a hidden field and sends the form. */
export interface PasskeyWay {
  use: PasskeyUse
  button: string
  texts: Texts['passkey']
  /** True where this part comes before the other fields, because a passkey is easier to use. */
  isFirst?: boolean
  /** True where the browser also offers passkeys in the suggestions of the username field (conditional mediation). */
  isOffered?: boolean
}

/**
 * Makes the part of a form for passkeys, apart from the other fields by a line. The button is hidden until the script has run.
 * Where scripts are off, a sentence says that they are needed: at once, and after three seconds where the script did not arrive.
 */
export function passkeyHtml({ use, button, texts, isFirst, isOffered }: PasskeyWay): Html {
  const isMain = isFirst || use === 'add'
  const say = (name: 'unsupported' | 'cancelled' | 'known' | 'failed') =>
    html`<p data-part="${name}" class="${name === 'unsupported' ? 'quiet' : 'fault'}"${name !== 'unsupported' && html` role="alert"`} hidden>${texts[name]}</p>`
  const shown = scriptButton({
    text: button,
    kind: isMain ? 'primary' : 'secondary',
    icon: 'fingerprint-pattern',
    isWhole: true,
  })
  const act = use === 'add' ? 'create' : 'get'
  const part = html`<div class="passkey" data-passkey="${act}" data-use="${use}"${isOffered && html` data-offered`}><p data-part="script" class="quiet late">${texts.needsScript}</p>${say('unsupported')}<div data-part="button" hidden>${shown}</div>${say('cancelled')}${say('known')}${say('failed')}<input type="hidden" name="credential"></div>`
  if (use === 'add') return part
  const divider = html`<p class="divider">${texts.or}</p>`
  return isFirst ? html`${part}${divider}` : html`${divider}${part}`
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
