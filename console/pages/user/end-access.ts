import { Failure } from '#contract/declaration/failures.ts'
import { endAppAccessEndpoint, listAppsEndpoint } from '#contract/oidc/apps.ts'
import { forgetDeviceEndpoint, listDevicesEndpoint } from '#contract/sign-in/login-steps.ts'
import { getUserEndpoint } from '#contract/users.ts'
import { html } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import type { Texts } from '../../texts/texts.ts'
import { confirmView } from '../../view/confirm.ts'
import { pageUrl } from '../../view/parts.ts'

interface Access {
  /** The name of the page that ends the access, at `/console/`. */
  page: string
  /** The tab of the page of the user that lists it. */
  tab: 'apps' | 'methods'
  /** Finds the name of the application or the device, which the page shows; undefined when it has no access. */
  findName(visit: Visit, ids: Ids): Promise<string | undefined>
  end(visit: Visit, ids: Ids): Promise<unknown>
}

/** The id of the user, and the id of the application or the device. */
interface Ids {
  user: string
  id: string
}

/** The kinds of access that support can end: of an application to a user, and of a device that skips the second factor. */
const accesses: Readonly<Record<keyof Texts['endAccess'], Access>> = {
  endApp: {
    page: 'end-app-access',
    tab: 'apps',
    async findName({ ask }, { user, id }) {
      const query = { limit: 200 }
      const { data } = (await ask(listAppsEndpoint, { params: { id: user }, query })).body
      return data.find((one) => one.client_id === id)?.name
    },
    end: ({ ask }, { user, id }) => ask(endAppAccessEndpoint, { params: { id: user, client_id: id } }),
  },
  forgetDevice: {
    page: 'forget-device',
    tab: 'methods',
    async findName({ ask, texts }, { user, id }) {
      const { data } = (await ask(listDevicesEndpoint, { params: { id: user } })).body
      const device = data.find((one) => one.id === id)
      return device && `${device.name ?? texts.userPage.unknownDevice} (${device.address})`
    },
    end: ({ ask }, { user, id }) => ask(forgetDeviceEndpoint, { params: { id: user, device_id: id } }),
  },
}

const names = Object.keys(accesses) as (keyof Texts['endAccess'])[]

export const endAccessPages: readonly ConsolePage[] = names.map((name) => ({
  name: accesses[name].page,
  entry: 'users',
  show: (visit) => showAccess(visit, name),
  async send(visit) {
    const ids = idsIn(visit)
    await accesses[name].end(visit, ids)
    return { to: pageUrl('user', { id: ids.user, tab: accesses[name].tab, done: name }) }
  },
}))

const idsIn = ({ sent }: Visit): Ids => ({ user: sent.user ?? '', id: sent.id ?? '' })

async function showAccess(visit: Visit, name: keyof Texts['endAccess']): Promise<PageAnswer> {
  const { ask, texts } = visit
  const ids = idsIn(visit)
  const [subject, { body: user }] = await Promise.all([
    accesses[name].findName(visit, ids),
    ask(getUserEndpoint, { params: { id: ids.user } }),
  ])
  if (subject === undefined) throw new Failure('route_not_found')
  return confirmView({
    ...texts.endAccess[name],
    subject,
    isDangerous: true,
    action: accesses[name].page,
    carried: { user: ids.user, id: ids.id },
    field: html`<p class="quiet">${texts.sessions.user}: <bdi>${user.username}</bdi></p>`,
    cancel: { to: pageUrl('user', { id: ids.user, tab: accesses[name].tab }), text: texts.cancel },
  })
}
