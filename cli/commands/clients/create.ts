import { createOidcClientEndpoint } from '#contract/oidc/clients.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { withApi } from '../../api/with-api.ts'
import { printJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { type ClientFlags, toClientSettings } from './client-flags.ts'
import { developmentOrigin, environmentFile, type Framework, webApplicationSettings } from './frameworks.ts'
import { findIssuer } from './issuer.ts'
import { printClient } from './print-client.ts'
import { checkApplicationOrigin, environmentOf, printEnvironment } from './web-application.ts'

interface CreateFlags extends ClientFlags {
  name: string
  for: Framework | undefined
  origin: string | undefined
}

/** Makes an OpenID client, and shows its secret if it has one. */
export async function createClientCommand(settings: AllSettings, flags: CreateFlags): Promise<void> {
  if (flags.for !== undefined) return createWebApplication(settings, { ...flags, for: flags.for })
  if (flags.origin !== undefined) throw new StartFault(['--origin needs --for.'], { exitCode: 2 })
  const body = { name: flags.name, ...toClientSettings(flags) }
  printClient(await withApi(settings, flags, (api) => api.call(createOidcClientEndpoint, { body })), flags)
}

/**
 * Makes the client of a web application that signs users in with `createWebSession`, and prints the environment of the application.
 * Settings that other flags give replace those of the framework.
 */
async function createWebApplication(
  settings: AllSettings,
  flags: CreateFlags & { for: Framework },
): Promise<void> {
  const origin = checkApplicationOrigin(flags.origin ?? developmentOrigin(flags.for))
  const body = { name: flags.name, ...webApplicationSettings(origin), ...toClientSettings(flags) }
  const { client, issuer } = await withApi(settings, flags, async (api) => ({
    // The issuer comes first: without it, a client would be left behind whose secret nobody has seen.
    issuer: await findIssuer(settings, flags, api),
    client: await api.call(createOidcClientEndpoint, { body }),
  }))
  const environment = environmentOf({ issuer, origin, client })
  if (flags.json) printJson({ ...client, environment })
  else printEnvironment(environment, { name: client.name, file: environmentFile(flags.for) })
}
