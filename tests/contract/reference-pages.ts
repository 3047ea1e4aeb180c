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

A setting is a flag, an environment variable, or a line of a file given with \`--env-file\`: the first of these applies, then
the profile, then the default. Separate several values with commas. A secret has no flag: set its variable, or the variable with
\`_FILE\` to the path of a file. An unknown setting is an error. \`latchkey settings\` shows the settings in effect and where each is set. Traces have the
variables of OpenTelemetry, \`OTEL_…\`: see [traces](../guide/tracing.md#settings).

## The ones to look at first

${settingTable((key) => firstSettings.some((one) => one === key))}

## The others

${settingTable((key) => !firstSettings.some((one) => one === key))}
`,
  'console.md': () => `# Pages of the console

${madeFrom('`console/pages/`')}

These pages are in the menu of the [admin console](../guide/console.md). Others are found from them.

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

\`/docs\` on each port shows fields and [failures](failures.md), \`/openapi.json\` is the same for machines. Every bare route but \`/internal\`
and \`/.well-known\` stands under \`/api/v1\` too, and some stand only there, as shown. \`me\` is oneself as an id; the bare
\`DELETE /users/{id}\` alone does not know it, and answers 200 and 400 where \`/api/v1\` has 204 and 404. Routes under \`/internal\`, such as
\`POST /internal/validate-user\`, are for the two services among themselves. Links in mails lead to [pages](../guide/account-pages.md) under
\`/account\`, at the authentication service.

An admin has every scope; an API key has those that it was made with.

The last column is the [rpc](../guide/grpc.md) that does the same, of the service \`UserService\`, \`NotificationService\` or
\`AuthService\`. API keys, webhooks, OpenID clients and events have HTTP routes only.

## User service

${endpointTable(endpointsOf.users)}

## Authentication service

${endpointTable(endpointsOf.auth)}
`,
  'failures.md': () => `# Failures

${madeFrom('`contract/declaration/failure-table.ts`')}

A refused request is answered with a problem document (RFC 9457), \`application/problem+json\`. Decide by its \`code\`, which never changes
its meaning; the sentence is for people. \`/problems/{code}\` on each port says which routes answer a code. In gRPC the code is the
\`reason\` of \`ErrorInfo\`.

${markdownTable(
  ['code', 'status', 'gRPC code', 'sentence'],
  Object.entries(failures)
    .sort(([, a], [, b]) => a.http - b.http)
    .map(([name, { http, grpc, message }]) => [code(name), `${http}`, code(grpc), message]),
)}

These routes have another status for a code:

${markdownTable(['route', 'code', 'status'], otherStatuses())}

\`session_ended\` also has a \`reason\`, why the session ended: ${endReasons.map(code).join(', ')}.
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
  `This page is made from ${source} by \`npm run generate\`; a test sees when that was forgotten.`

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
