import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A lane is a part of all tests. `first` is what `npm test` runs: everything once, each journey on one database engine.
 * `rest` is what `npm run test:rest` runs: each journey on its other engine, and the files of `wholeInRest`.
 */
export const lanes = ['first', 'rest'] as const
export type Lane = (typeof lanes)[number]

export const allEngines = ['sqlite', 'postgres'] as const
export type Engine = (typeof allEngines)[number]

/** Finds the test files of the project, sorted. The paths are relative to its root. */
export const findTestFiles = (): string[] =>
  globSync('{contract,proto,runtime,users,auth,greeter,console,cli,sdk,tests,build,bench}/**/*.test.ts', {
    cwd: root,
  }).sort()

/** Returns the absolute path of a test file. */
export const fromRoot = (path: string): string => resolve(root, path)

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The variable that tells a test file in which lane it runs. Without it, a file runs on both engines. */
export const laneVariable = 'LATCHKEY_TEST_LANE'

/** The test files that run in the rest only, on both engines, each with the reason why a newcomer does not wait for it. */
export const wholeInRest: Readonly<Record<string, string>> = {
  'any-request.test.ts': 'every path is asked with every method, cookie and kind of body',
  'backup.test.ts': 'backups of whole installations, cut off and damaged in every way',
  'built-package.test.ts': 'the package is built and installed',
  'client-package.test.ts': 'the client package is built, and its examples are compiled twice',
  'clock-skew.test.ts': 'nodes as processes, on machines whose clocks differ',
  'cut-wire.test.ts': 'the wire between the services is cut under every change that ends sessions',
  'default-urls.test.ts': 'installations of this version and the one before are started as processes',
  'ed25519.test.ts': 'programs in three languages are compiled',
  'endpoint-acts.test.ts': 'everything that leaves an act is done twice, by HTTP and by gRPC',
  'events-through-kills.test.ts': 'a campaign with nodes that are killed',
  'example-applications.test.ts': 'the example applications are started, and used in a browser',
  'factors-through-kills.test.ts': 'a campaign with nodes that are killed at commits',
  'failover.test.ts': 'a PostgreSQL cluster with a standby that is promoted',
  'fences.test.ts': 'every code block of every document is run',
  'generated-clients.test.ts': 'clients in four languages are generated and compiled',
  'image.test.ts': 'images are assembled, damaged and started',
  'logout-storm.test.ts': 'a campaign with several nodes',
  'lost-standby.test.ts': 'a PostgreSQL cluster whose commits wait for their time limits',
  'old-primary.test.ts': 'two PostgreSQL servers, of which one is promoted',
  'outage-lines.test.ts': 'PostgreSQL servers that are stopped and started',
  'own-node.test.ts': 'packages are made and installed for other versions of Node',
  'pages-in-browser.test.ts':
    'people go through the pages of the provider in a browser, also without scripts',
  'paused-node.test.ts': 'nodes that are stopped and go on',
  'pgbouncer.test.ts': 'a pooler is started in each of its modes',
  'postgres-cluster.test.ts': 'PostgreSQL clusters of its own, for the tools of the tests',
  'postgres-old-primary.test.ts': 'two PostgreSQL servers, of which one is promoted',
  'postgres-outages.test.ts': 'PostgreSQL servers that are stopped, promoted and started',
  'printed-commands.test.ts': 'what the documents print is installed and run',
  'provider-through-kills.test.ts': 'a campaign with nodes that are killed at commits',
  'release.test.ts': 'the files of a release are built twice',
  'query-plans.test.ts': 'databases with many rows are filled, to see which plans they choose',
  'reference-examples.test.ts': 'every example of the reference is sent',
  'refresh-races.test.ts': 'a campaign with two nodes',
  'rights-over-users.test.ts': 'each caller tries everything that can be done to users',
  'relying-parties.test.ts': 'OpenID clients in Node, Python and Go sign people in',
  'rotation.test.ts': 'a campaign with several nodes under load',
  'single-page-app.test.ts': 'an application is built, and used in a browser',
  'sso.test.ts': 'oauth2-proxy is compiled, where it is not on PATH',
  'start.test.ts': 'the command `start` is tested with processes that start',
  'traces-in-trouble.test.ts': 'several services whose collector of traces fails',
  'tutorials.test.ts': 'the applications of the tutorials are made from their text and used',
  'two-nodes.test.ts': 'several nodes on one database',
  'two-tabs.test.ts': 'a browser with several tabs, whose session is refreshed in each',
  'unread-bodies.test.ts': 'bodies of many kinds are sent to every path',
  'versions.test.ts': 'databases and nodes of earlier versions',
  'watching.test.ts': 'promtool evaluates every alert over hours of samples',
  'workers.test.ts': 'several workers for each service',
}

/** The journeys that walk through everything there is. A newcomer sees them on SQLite, where they take less time. */
const walks = ['agreement', 'api-key-scopes', 'every-way-in', 'stored-by-callers', 'stored-requests'].map(
  (name) => `${name}.test.ts`,
)

/**
 * The test files that may take more processor time than `dearSeconds` of their lane, each with the reason. CI prints the
 * dearest files, and refuses one without a reason.
 */
export const dearFiles: Readonly<Record<string, string>> = {
  'agreement.test.ts':
    'every operation is called with good and bad input, over HTTP and gRPC, and the replies compared',
  'any-request.test.ts': 'some 20,000 requests are sent to every path, on both engines',
}

/** The test files that do not share their process with others, each with the reason. */
export const ownProcess: Readonly<Record<string, string>> = {
  'decoys.test.ts': 'it counts the hashes of the process',
  'equal-work.test.ts': 'it counts the hashes of the process',
  'password-hash.test.ts': 'it counts the hashes of the process',
}

export const dearSeconds: Readonly<Record<Lane, number>> = { first: 20, rest: 60 }

/**
 * Returns the engines on which a test file runs in a lane. The hash of its base name decides, so that a file that moves to
 * another folder keeps its engine, and each lane has half of the journeys on each engine, but for the walks.
 */
export function enginesOf(path: string, lane: Lane | undefined): readonly Engine[] {
  const name = basename(path)
  if (lane === undefined) return allEngines
  if (Object.hasOwn(wholeInRest, name)) return lane === 'rest' ? allEngines : []
  const isOdd = ((createHash('sha256').update(name).digest()[0] ?? 0) & 1) === 1
  const first = isOdd && !walks.includes(name) ? 'postgres' : 'sqlite'
  return allEngines.filter((engine) => (engine === first) === (lane === 'first'))
}

export function readLane(value: string | undefined): Lane | undefined {
  if (value === undefined) return undefined
  const lane = lanes.find((one) => one === value)
  if (!lane) throw new Error(`${laneVariable} is ${value}: it must be one of ${lanes.join(', ')}.`)
  return lane
}

/** A test file as one lane runs it. `names` selects its tests; without it all of them run. */
export interface PlannedFile {
  path: string
  names?: RegExp
}

/**
 * Returns the files that a lane runs. In the rest, only those tests of a journey run whose names say that they are on its
 * other engine: its tests without an engine have run in the first lane.
 */
export function filesOf(
  lane: Lane | undefined,
  paths: readonly string[],
  sourceOf: (path: string) => string,
): PlannedFile[] {
  return paths.flatMap((path): PlannedFile[] => {
    const isWholeInRest = Object.hasOwn(wholeInRest, basename(path))
    if (lane === undefined) return [{ path }]
    if (lane === 'first' || isWholeInRest) return isWholeInRest === (lane === 'rest') ? [{ path }] : []
    if (!isJourney(sourceOf(path))) return []
    const [engine = ''] = enginesOf(path, lane)
    return [{ path, names: new RegExp(`\\bon ${engine}\\b`) }]
  })
}

/** Returns whether a test file defines tests for each database engine. */
export const isJourney = (source: string): boolean => /\bonEachEngine\(|\bof engines\b/.test(source)
