import type { Language } from '#contract/declaration/languages.ts'
import type { DeviceResource } from '#contract/sign-in/login-steps.ts'
import { type Html, html } from '#runtime/html.ts'
import type { Texts } from '../texts/texts.ts'
import { buttonForm, dayIn, listItem, quiet, rowHtml, section, timeIn } from '../view/section.ts'
import { linkHtml } from '../view/view.ts'
import type { OwnFactors } from './proven.ts'

/** Makes the part of the account page about the ways to log in: second factors, passkeys and remembered devices. */
export function waysInHtml({ waysIn }: Texts, { factors }: OwnFactors, language: Language): Html {
  const { totp, recovery_codes: codes } = factors
  const app = totp
    ? rowHtml(waysIn.app, waysIn.added(dayIn(totp.added_at, language)), [
        { to: 'app', text: waysIn.replaceApp },
        { to: 'remove-app', text: waysIn.removeApp },
      ])
    : rowHtml(waysIn.app, quiet(waysIn.noApp), [{ to: 'app', text: waysIn.addApp }])
  const made =
    codes !== null &&
    rowHtml(waysIn.codes, waysIn.codesLeft(codes.left), [{ to: 'recovery-codes', text: waysIn.makeCodes }])
  return section(waysIn.title, html`<dl>${app}${made}</dl>`)
}

/** Makes the list of passkeys; undefined when there are none and none can be added. */
export function passkeysHtml(
  { waysIn }: Texts,
  { passkeys }: OwnFactors,
  { takesMore, language }: { takesMore: boolean; language: Language },
): Html | undefined {
  if (passkeys.length === 0 && !takesMore) return undefined
  const items = passkeys.map(({ id, name, is_refused, added_at, last_used_at }) => {
    const link = (page: string, text: string) =>
      linkHtml({ to: `account/${page}-passkey?${new URLSearchParams({ id })}`, text, about: name })
    const used = last_used_at !== null && quiet(waysIn.lastUsedOn(dayIn(last_used_at, language)))
    const refused = is_refused && html`<span class="wrong">${waysIn.refusedPasskey}</span>`
    const added = quiet(waysIn.added(dayIn(added_at, language)))
    const ways = html`<span class="ways">${link('rename', waysIn.renamePasskey)} ${link('remove', waysIn.removePasskey)}</span>`
    return listItem(name, [added, used, refused], ways)
  })
  const list = items.length > 0 && html`<ul>${items}</ul>`
  const add = takesMore && html`<p>${linkHtml({ to: 'account/add-passkey', text: waysIn.addPasskey })}</p>`
  return section(waysIn.passkeys, html`<p class="quiet">${waysIn.passkeysText}</p>${list}${add}`)
}

/** Makes the list of the devices that are remembered; undefined when there are none. */
export function devicesHtml(
  { waysIn, account }: Texts,
  devices: readonly DeviceResource[],
  language: Language,
): Html | undefined {
  if (devices.length === 0) return undefined
  const items = devices.map(({ id, name, address, remembered_at, expires_at }) => {
    const device = name ?? account.unknownDevice
    const since = waysIn.remembered(timeIn(remembered_at, language), dayIn(expires_at, language))
    const forget = buttonForm('account/forget-device', waysIn.forgetDevice, { id, name: device })
    return listItem(device, [quiet(address), quiet(since)], forget)
  })
  const all = buttonForm('account/forget-devices', waysIn.forgetDevices)
  return section(waysIn.devices, html`<p class="quiet">${waysIn.devicesText}</p><ul>${items}</ul>${all}`)
}
