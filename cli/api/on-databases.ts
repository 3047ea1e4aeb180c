import { openAuthRoutes } from '#auth/service.ts'
import { authEndpoints } from '#contract/auth.ts'
import { type Endpoint, operator } from '#contract/declaration/endpoint.ts'
import { areSessionsPending } from '#contract/declaration/sessions-header.ts'
import { findUsersEndpoint } from '#contract/sign-in/internal-users.ts'
import { systemClock } from '#runtime/clock.ts'
import { withNotedHeaders } from '#runtime/requests/noted-headers.ts'
import { operation } from '#runtime/requests/operation.ts'
import { Answer, type CheckedCall, FileReply, type Route } from '#runtime/requests/route.ts'
import type { CallInput } from '#sdk/call.ts'
import { openUserRoutes } from '#users/service.ts'
import { requireDatabase } from '../open-existing.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { commandDatabaseOptions, makeDataFolder } from '../settings/data-folder.ts'
import { userOptions } from '../with-users.ts'
import type { Api } from './api.ts'

interface Opened {
  routes: readonly Route[]
  close(): Promise<void>
}

/**
 * Calls the endpoints in this process, on the databases of the settings, so that a command also helps when no service runs and
 * nobody can log in. The caller is an operator, who has every scope. Each database is opened when the first call needs it.
 */
export function openDatabases(
  settings: AllSettings,
  { mayMake }: { mayMake: boolean },
): Api & AsyncDisposable {
  const urls = databaseUrls(settings)
  let users: Promise<Opened> | undefined
  let auth: Promise<Opened> | undefined
  const openUsers = (): Promise<Opened> => {
    if (mayMake) makeDataFolder(settings.data)
    else requireDatabase(urls.users)
    return openUserRoutes(userOptions(settings))
  }
  const openAuth = (): Promise<Opened> => {
    requireDatabase(urls.auth)
    const database = { databaseUrl: urls.auth, database: commandDatabaseOptions }
    const { audience, issuer } = settings
    const policy = { audience, issuer }
    return openAuthRoutes({ ...database, clock: systemClock, policy }, { findUser })
  }
  async function opened(endpoint: Endpoint): Promise<Opened> {
    if (authEndpoints.some((one: Endpoint) => one === endpoint)) {
      auth ??= openAuth()
      return auth
    }
    users ??= openUsers()
    return users
  }
  let isPending = false
  const call: Api['call'] = async (endpoint, input) => {
    const result = await callRoute((await opened(endpoint)).routes, endpoint, input)
    isPending ||= result instanceof Answer && areSessionsPending(new Headers(result.headers))
    return asRead(result)
  }
  async function findUser(id: string) {
    const { results } = await call(findUsersEndpoint, { body: { ids: [id] } })
    const { user, session_epoch } = results[0] ?? {}
    return user && session_epoch !== undefined ? { user, session_epoch } : undefined
  }
  return {
    call,
    areSessionsPending: () => isPending,
    async download(endpoint, input) {
      const result = await callRoute((await opened(endpoint)).routes, endpoint, input)
      if (result instanceof FileReply) return result
      throw new Error(`${endpoint.name} gave no file.`)
    },
    async [Symbol.asyncDispose]() {
      // A database that could not be opened has failed the command already.
      for (const one of await Promise.allSettled([users, auth]))
        if (one.status === 'fulfilled') await one.value?.close()
    },
  }
}

/** Returns a result in the form in which a client would read it from JSON. */
function asRead<T>(result: unknown): T {
  const reply = result instanceof Answer ? result.body : result
  return reply === undefined ? (undefined as T) : JSON.parse(JSON.stringify(reply))
}

/** Calls a route as HTTP would: checks the parts against the endpoint. */
async function callRoute<E extends Endpoint>(
  routes: readonly Route[],
  endpoint: E,
  input: CallInput<E>,
): Promise<unknown> {
  const route = routes.find((one) => one.endpoint === endpoint)
  if (!route || !('handle' in route)) throw new Error(`No command can call ${endpoint.name}.`)
  const { params, query = {}, body }: { params?: unknown; query?: unknown; body?: unknown } = input
  const { check } = operation(endpoint, { coerce: true, serviceTokens: [], authenticate: () => operator })
  check({ params, query, body })
  const call: CheckedCall = {
    params,
    query,
    body,
    caller: operator,
    token: undefined,
    ifMatch: undefined,
    idempotencyKey: undefined,
    address: '127.0.0.1',
    passedOnBy: 'nobody',
    userAgent: undefined,
    isClientGone: async () => false,
  }
  return withNotedHeaders(endpoint, () => route.handle(call))
}
