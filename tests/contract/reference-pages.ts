import type { Command } from '#cli/command.ts'
import { commands } from '#cli/commands.ts'
import { effectOf, flagUsage, givenBy, linesOf } from '#cli/help.ts'
import { allSettings } from '#cli/settings/all-settings.ts'
import { allPages } from '#console/pages/all-pages.ts'
import { textsIn } from '#console/texts/texts.ts'
import { authEndpoints } from '#contract/auth.ts'
import { type Access, type Endpoint, isForClients } from '#contract/declaration/endpoint.ts'
import { failures } from '#contract/declaration/failure-table.ts'
import { endReasons } from '#contract/declaration/failures.ts'
import { healthEndpoints } from '#contract/system/health.ts'
import { userEndpoints } from '#contract/users.ts'
import { rpcsByOperation } from '#runtime/docs/rpc-section.ts'
import type { Settings } from '#runtime/settings.ts'
import { markdownTable } from './markdown-table.ts'
import { rpcServices } from './rpc-services.ts'

const endpointsOf = {
  users: [...userEndpoints, ...healthEndpoints],
  auth: [...authEndpoints, ...healthEndpoints],
}

/** The settings that most deployments look at. The others follow in a table of their own. */
const firstSettings: (keyof typeof allSettings)[] = [
  ...(['data', 'host', 'usersPort', 'authPort', 'usersGrpcPort', 'authGrpcPort'] as const),
  ...(['usersOpsPort', 'authOpsPort', 'usersDatabase', 'authDatabase', 'workers', 'greeter'] as const),
  ...(['signup', 'signUpsPerMinute', 'requireVerifiedEmail'] as const),
  ...(['accessTokenMs', 'idleMs', 'sessionMs', 'tlsCert', 'tlsKey', 'trustedProxies'] as const),
  ...(['smtpUrl', 'mailFrom', 'mailbox', 'publicUrl', 'pages'] as const),
]

/** The pages of `docs/reference/` that are generated from declarations, by file name. */
export const referencePages = {
  'commands.md': () => `# Commands

${madeFrom('`cli/commands.ts`')}

Every command also takes each [setting](settings.md) as a flag, and \`--env-file FILE\`, a file with settings. \`start --profile reference\` serves HTTP on
ports 9000 and 9001, with the greeter. Flags are optional unless marked as required. These have the same meaning everywhere:

- \`--url URL\` calls the API of running services at this URL. Without it, the command opens the databases that the settings name.
- \`--api-key-file FILE\` has the API key for \`--url\`. The default is the setting \`LATCHKEY_API_KEY\`.
- \`--json\` prints the result as JSON, [see below](#what---json-prints).

${markdownTable(['command', 'what it does', 'flags'], linesOf(commands).map(commandRow))}

## What \`--json\` prints

\`--json\` prints one JSON document on the standard output, with the fields of the [API](endpoints.md). Errors and exit codes stay the same. Later versions add fields and
remove none, so ignore fields that you don't know. \`start\`, \`completion\` and \`help\` have no result, and \`users export\` has its own formats.

${markdownTable(
  ['command', 'fields'],
  commands.flatMap(({ name, prints }) => (prints === undefined ? [] : [[`\`${name}\``, prints]])),
)}
`,
  'settings.md': () => `# Settings

${madeFrom('the `settings.ts` of the services and `cli/settings/all-settings.ts`')}

Set a setting with a flag, an environment variable, or a line in a file given with \`--env-file\`. If you use several, the first of these applies, then
the profile, then the default. Separate several values with commas. Secrets have no flag: set the variable, or set the variable with \`_FILE\` to the
path of a file. An unknown setting is an error. \`latchkey settings\` shows the settings in effect and where each is set. Traces use the variables of
OpenTelemetry (\`OTEL_…\`): see [traces](../guide/tracing.md#settings).

## Common settings

${settingTable((key) => firstSettings.some((one) => one === key))}

## Other settings

${settingTable((key) => !firstSettings.some((one) => one === key))}
`,
  'console.md': () => `# Pages of the console

${madeFrom('`console/pages/`')}

These pages are in the menu of the [admin console](../guide/console.md) and link to all other pages.

${markdownTable(
  ['group', 'page', 'what it is for'],
  Object.entries(textsIn('en').menuGroups).flatMap(([group, title]) =>
    allPages.flatMap(({ entry, menu }) =>
      menu?.group === group ? [[title, textsIn('en').pages[entry], menu.purpose]] : [],
    ),
  ),
)}
`,
  'endpoints.md': () => `# Endpoints

${madeFrom('`contract/`')}

\`/docs\` on each port shows the fields and [failures](failures.md) of each endpoint; \`/openapi.json\` contains the same for programs. Routes without a
prefix also exist under \`/api/v1\`, except \`/internal\` and \`/.well-known\`. Routes shown with \`/api/v1\` exist only there.

As an id, \`me\` means the authenticated user. \`DELETE /users/{id}\` without the prefix doesn't accept \`me\`, and returns 200 and 400 instead of 204 and 404.
The two services use the routes under \`/internal\`, such as \`POST /internal/validate-user\`, to call each other. Links in emails open
[pages](../guide/account-pages.md) under \`/account\` at the authentication service.

An admin has every scope. An API key has the scopes that it was created with.

The last column shows the [rpc](../guide/grpc.md) with the same effect, in \`UserService\`, \`NotificationService\` or \`AuthService\`. API keys, webhooks,
OpenID clients and events have HTTP routes only.

## User service

${endpointTable(endpointsOf.users)}

## Authentication service

${endpointTable(endpointsOf.auth)}
`,
  'failures.md': () => `# Failures

${madeFrom('`contract/declaration/failure-table.ts`')}

The response to a rejected request is a problem document (RFC 9457), \`application/problem+json\`. Programs decide by its \`code\`, whose meaning never
changes; the message is for developers. \`/problems/{code}\` on each port lists the routes that return a code. In gRPC, the code is the \`reason\` of
\`ErrorInfo\`.

${markdownTable(
  ['code', 'status', 'gRPC code', 'message'],
  Object.entries(failures)
    .sort(([, a], [, b]) => a.http - b.http)
    .map(([name, { http, grpc, message }]) => [code(name), `${http}`, code(grpc), message]),
)}

These routes return a code with another status:

${markdownTable(['route', 'code', 'status'], otherStatuses())}

The \`reason\` of \`session_ended\` says why the session ended: ${endReasons.map(code).join(', ')}.
`,
}

const settingTable = (isShown: (key: string) => boolean): string =>
  markdownTable(
    ['setting', 'flag, or variable for a file', 'meaning', 'default'],
    Object.entries<Settings[string]>(allSettings)
      .filter(([key]) => isShown(key))
      .map(([, one]) => [code(one.name), code(givenBy(one)), meaningOf(one), defaultOf(one)]),
  )

const code = (text: string): string => `\`${text}\``

export const madeFrom = (source: string): string =>
  `This page is generated from ${source} by \`npm run generate\`. A test fails if it is out of date.`

const commandRow = (command: Command): string[] => [
  code(command.usage),
  command.details === undefined ? command.meaning : `${command.meaning}. ${command.details}`,
  Object.entries(command.flags)
    .map(([name, flag]) => {
      const usage = code(flagUsage(name, flag))
      return flag.isShared ? usage : `${usage} ${effectOf(name, flag)}`
    })
    .join('<br>'),
]

/** Returns the routes that answer a failure with another status than the one that the table of failures gives. */
const otherStatuses = (): string[][] =>
  [...userEndpoints, ...authEndpoints].flatMap((endpoint: Endpoint) =>
    Object.entries(endpoint.statuses ?? {}).map(([name, status]) => [
      shownPaths(endpoint)
        .map((path) => code(`${endpoint.method} ${path}`))
        .join(', '),
      code(name),
      `${status}`,
    ]),
  )

/** Returns the meaning of a setting with each `<` escaped, because `<` begins a tag in Markdown. */
const meaningOf = ({ meaning }: Settings[string]): string => meaning.replaceAll('<', '&lt;')

const defaultOf = ({ default: text }: Settings[string]): string => (text ? code(text) : '')

const endpointTable = (endpoints: readonly Endpoint[]): string =>
  markdownTable(
    ['Method', 'Path', 'Who', 'What', 'gRPC'],
    endpoints
      .filter(isForClients)
      .map((endpoint) => [
        endpoint.method,
        shownPaths(endpoint).map(code).join(', '),
        whoMayCall(endpoint),
        endpoint.summary,
        (rpcs.get(endpoint.name) ?? []).map((rpc) => code(rpc.slice(rpc.indexOf('/') + 1))).join(', '),
      ]),
  )

const rpcs = rpcsByOperation(rpcServices)

/**
 * Returns the paths of a route that do not begin with `/api/v1`, or all paths when the route has no others.
 */
function shownPaths({ paths }: Endpoint): readonly string[] {
  const bare = paths.filter((path) => !path.startsWith('/api/v1/'))
  return bare.length > 0 ? bare : paths
}

function whoMayCall({ access, ownOnly, paths, serviceToo }: Endpoint): string {
  const isAboutUser = !ownOnly && paths.some((path) => /^(\/api\/v1)?\/users\/.*\{/.test(path))
  const callers: Partial<Record<Access, string>> = {
    anyone: 'anyone',
    token: 'an access token',
    signed_in: isAboutUser ? 'oneself, admin' : 'oneself',
  }
  const caller = callers[access] ?? `admin, ${code(access)}`
  return serviceToo ? `${caller}, the other service` : caller
}
