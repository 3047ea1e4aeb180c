import type { Language } from '#contract/declaration/languages.ts'
import type { DeviceResource } from '#contract/sign-in/login-steps.ts'
import type { UserResource } from '#contract/users/user.ts'
import { badge } from '#runtime/components/banner.ts'
import { linkButton } from '#runtime/components/button.ts'
import { card } from '#runtime/components/card.ts'
import { rows } from '#runtime/components/row.ts'
import { dayIn, timeIn } from '#runtime/components/time.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Texts } from '../texts/texts.ts'
import { actionLinks, bdi, buttonForm } from '../view/section.ts'
import type { OwnFactors } from './proven.ts'

/**
 * Makes the part of the account page about the password and second factors. A user without a password sets the first one by a
 * mail, because nobody could type in a present one.
 */
export function signInMethodsHtml(
  { waysIn, account }: Texts,
  { factors }: OwnFactors,
  { user, language }: { user: Pick<UserResource, 'has_password'>; language: Language },
): Html {
  const { totp, recovery_codes: codes } = factors
  const hasPassword = user.has_password
  return card(
    waysIn.title,
    rows([
      {
        icon: 'lock',
        name: account.password,
        notes: [hasPassword ? '••••••••' : account.noPassword],
        actions: actionLinks(account.password, [
          {
            to: hasPassword ? 'account/password' : 'account/forgot-password',
            text: hasPassword ? account.change : waysIn.addApp,
          },
        ]),
      },
      {
        icon: 'smartphone',
        name: waysIn.app,
        badge: totp !== null && badge(waysIn.isOn, 'good'),
        notes: [totp ? waysIn.added({ at: dayIn(totp.added_at, language) }) : waysIn.noApp],
        actions: actionLinks(
          waysIn.app,
          totp
            ? [
                { to: 'account/app', text: waysIn.replaceApp },
                { to: 'account/remove-app', text: waysIn.removeApp },
              ]
            : [{ to: 'account/app', text: waysIn.addApp }],
        ),
      },
      codes !== null && {
        icon: 'life-buoy',
        name: waysIn.codes,
        notes: [waysIn.codesLeft({ left: codes.left })],
        actions: actionLinks(waysIn.codes, [{ to: 'account/recovery-codes', text: waysIn.makeCodes }]),
      },
    ]),
  )
}

/** Makes the list of passkeys; undefined when there are none and none can be added. */
export function passkeysHtml(
  { waysIn }: Texts,
  { passkeys }: OwnFactors,
  { takesMore, language }: { takesMore: boolean; language: Language },
): Html | undefined {
  if (passkeys.length === 0 && !takesMore) return undefined
  const shown = passkeys.map(({ id, name, is_refused, added_at, last_used_at }) => {
    const search = new URLSearchParams({ id })
    return {
      icon: 'fingerprint-pattern' as const,
      name: bdi(name),
      badge: is_refused && badge(waysIn.isRefused, 'bad'),
      notes: [
        is_refused && waysIn.refusedPasskey,
        last_used_at !== null && waysIn.lastUsedOn({ day: dayIn(last_used_at, language) }),
        waysIn.added({ at: dayIn(added_at, language) }),
      ],
      actions: actionLinks(name, [
        { to: `account/rename-passkey?${search}`, text: waysIn.renamePasskey },
        { to: `account/remove-passkey?${search}`, text: waysIn.removePasskey },
      ]),
    }
  })
  const add =
    takesMore &&
    html`<p class="more">${linkButton({
      to: 'account/add-passkey',
      text: waysIn.addPasskey,
      kind: passkeys.length > 0 ? 'secondary' : 'primary',
      icon: 'plus',
      isSmall: true,
    })}</p>`
  return card(waysIn.passkeys, html`<p>${waysIn.passkeysText}</p>${rows(shown)}${add}`)
}

/** Makes the list of the devices that are remembered; undefined when there are none. */
export function devicesHtml(
  { waysIn, account }: Texts,
  devices: readonly DeviceResource[],
  language: Language,
): Html | undefined {
  if (devices.length === 0) return undefined
  const shown = devices.map(({ id, name, address, remembered_at, expires_at }) => {
    const device = name ?? account.unknownDevice
    return {
      icon: 'shield-check' as const,
      name: bdi(device),
      notes: [
        address,
        waysIn.remembered({ at: timeIn(remembered_at, language), until: dayIn(expires_at, language) }),
      ],
      actions: buttonForm('account/forget-device', waysIn.forgetDevice, { id, name: device }),
    }
  })
  const all = buttonForm('account/forget-devices', waysIn.forgetDevices)
  return card(waysIn.devices, html`<p>${waysIn.devicesText}</p>${rows(shown)}<div class="more">${all}</div>`)
}
