import type { AuthService } from '#auth/service.ts'
import type { Api, ConsoleRequest } from '#console/core/console.ts'
import { consolePages } from '#console/service.ts'
import { systemClock } from '#runtime/clock.ts'
import { lazily } from '#runtime/lazily.ts'
import type { Guard } from '#runtime/requests/operation.ts'
import type { HttpOptions } from '#runtime/server/server.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Fetch } from '#sdk/send-request.ts'
import type { UserService } from '#users/service.ts'
import type { AllSettings } from '../settings/all-settings.ts'
import type { consoleApi, LocalService } from './console-api.ts'
import { findOtherService } from './find-other-service.ts'
import { peerUrl } from './peer-url.ts'
import type { StartOptions } from './start-options.ts'

const loadApi = lazily(() => import('./console-api.ts'))

interface Opened {
  users: UserService | undefined
  auth: AuthService
  guard: Omit<Guard, 'authenticate'>
  fetch: Fetch | undefined
  masterKeys: readonly Buffer[]
}

/** The admin console: the functions by which servers serve it and redirect people to it. */
export interface OpenedConsole {
  /** Adds the console to a server. */
  pages: NonNullable<HttpOptions['pages']>
  /** Finds the page to which `/` redirects a person: the console, for an admin who is signed in. */
  findHome: HttpOptions['findHome']
}

/** Opens the admin console; undefined where it is off. People sign in to it on the account pages. */
export function openConsole(
  { settings, clock = systemClock }: StartOptions,
  { users, auth, guard, fetch, masterKeys }: Opened,
): OpenedConsole | undefined {
  if (settings.console === 'off' || auth.brand === undefined) return undefined
  const { authenticate } = users ?? auth
  const local: LocalService[] = [users, auth].flatMap((service) =>
    service ? [{ routes: service.routes, guard: { ...guard, authenticate } }] : [],
  )
  const baseUrl = peerUrl(settings, 'users')
  const limits = { idleMs: settings.consoleIdleMs, lifetimeMs: settings.consoleLifetimeMs }
  const options = {
    api: apiOnDemand(local, users ? undefined : { baseUrl, fetch }),
    findBrowser: (request: ConsoleRequest) => auth.findConsoleBrowser(limits, request),
    publicUrl: auth.addresses.publicUrl,
    issuer: auth.addresses.issuer,
    relyingParty: auth.addresses.relyingParty,
    isApart: settings.consolePort !== undefined,
    brand: auth.brand,
    accessTokenMs: settings.accessTokenMs,
    masterKeys,
    findAuthUrl:
      users || !fetch
        ? undefined
        : () => findOtherService(baseUrl, { serviceToken: guard.serviceTokens[0] ?? '', fetch }),
    now: clock.now,
  }
  return {
    pages: (app, reporting) => consolePages(app, options, reporting),
    async findHome(cookies) {
      const user = cookies === undefined ? undefined : await auth.findUserOfBrowser(cookies)
      return user?.role === 'admin' ? 'console' : undefined
    },
  }
}

/** Returns an `Api` whose code is loaded with the first page of the console, because a start does not need it. */
function apiOnDemand(...given: Parameters<typeof consoleApi>): Api {
  let api: Api | undefined
  const open = async (): Promise<Api> => {
    const loaded = await loadApi()
    api ??= loaded.consoleApi(...given)
    return api
  }
  return {
    call: async (endpoint, input, caller) => (await open()).call(endpoint, input, caller),
    download: async (endpoint, input, caller) => (await open()).download(endpoint, input, caller),
  }
}

/**
 * Refuses a port for the console if the console is off: otherwise the operator would expect it there.
 * @throws {StartFault}
 */
export function requireConsole({ console, consolePort, pages }: AllSettings): void {
  if (consolePort === undefined || (console === 'on' && pages === 'on')) return
  const off = console === 'off' ? 'LATCHKEY_CONSOLE' : 'LATCHKEY_PAGES'
  throw new StartFault([`LATCHKEY_CONSOLE_PORT needs the console, and ${off} is off.`], { exitCode: 2 })
}
