import { forgetDevice, listDevices } from '../../sign-in/index.ts'
import type { AccountPage, PageAnswer } from '../core/answer.ts'
import { noDeviceCookie } from '../core/device-cookie.ts'
import type { Pages } from '../core/pages.ts'
import { forSignedIn, type Visit } from '../core/visit.ts'

/** The forms with which people forget remembered devices, so that logins there ask for a second factor again. */
export const devicePages = (pages: Pages): AccountPage[] => [
  {
    path: '/account/forget-device',
    send: forSignedIn(pages, undefined, async ({ request, caller }) => {
      const deviceId = request.body?.id ?? ''
      await forgetDevice(pages, { userId: caller.userId, deviceId, caller })
      return { to: '../account?done=device' }
    }),
  },
  {
    path: '/account/forget-devices',
    send: forSignedIn(pages, undefined, (visit) => forgetAll(pages, visit)),
  },
]

async function forgetAll(pages: Pages, { caller }: Visit): Promise<PageAnswer> {
  const { userId } = caller
  for (const { id: deviceId } of await listDevices(pages, { userId, caller }))
    await forgetDevice(pages, { userId, deviceId, caller })
  return { to: '../account?done=devices', cookie: noDeviceCookie }
}
