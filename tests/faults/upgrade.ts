import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '#tests/support/run-command.ts'
import { repository, runProgram } from '#tests/support/run-program.ts'
import { temporaryFolderOnDisk } from '#tests/support/temporary-folder.ts'
import { type CampaignOptions, type Outcome, RequirementMissing } from './campaign.ts'
import { damageIn } from './databases.ts'
import { brokenPromises } from './kept-promises.ts'
import { createLoad, everything } from './load.ts'
import { startBehindNginx } from './nodes-behind-nginx.ts'
import { seededRandom } from './random.ts'
import { failuresOf, figuresOf } from './rolling-restart.ts'
import { startOn } from './start-on.ts'
import { startValidating } from './validations.ts'

const workers = 16
const pauseMs = 3_000
const longestEndMs = 30_000

/**
 * Replaces the previous version by this one and goes back again, under load. Then does the same with this version and a
 * made-up next version.
 */
export async function upgradeOnEachEngine(options: CampaignOptions): Promise<Outcome> {
  const folder = temporaryFolderOnDisk()
  try {
    const before = checkOut(join(folder, 'before'))
    const after = installPackage(process.env[afterVariable], join(folder, 'after'))
    const next = makeNext(join(folder, 'next'))
    const outcomes = {
      postgres: await upgradeNodes({ older: before, newer: after }, options),
      sqlite: await upgradeAlone({ older: before, newer: after }, options),
      'sqlite, to the next': await upgradeAlone({ older: undefined, newer: next }, options),
    }
    const all = Object.entries(outcomes)
    return {
      figures: [
        ['the version before', before.name],
        ['this version', after?.name ?? 'the working copy'],
        ...all.flatMap(([engine, { figures }]) =>
          figures.map(([what, figure]): [string, string | number] => [`${engine}: ${what}`, figure]),
        ),
      ],
      violations: all.flatMap(([engine, { violations }]) => violations.map((what) => `${engine}: ${what}`)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Version {
  name: string
  /** The path of the `latchkey` command of this version. */
  command: string
}

const git = (...args: string[]): string => {
  const { status, stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

/** Names the previous version: a commit, or the path of a built package (`….tgz`). */
const beforeVariable = 'SOAK_BEFORE'
/** The path of the built package of this version. Default: the working copy. */
const afterVariable = 'SOAK_AFTER'

/**
 * Returns the previous version: the one that the variable names, the last tag, or before there is a tag the last commit with an
 * older database schema.
 */
export function checkOut(folder: string): Version {
  const installed = installPackage(process.env[beforeVariable], folder)
  if (installed) return installed
  const schema = git('log', '-1', '--format=%H', '--', 'users/migrations', 'auth/migrations')
  const name =
    process.env[beforeVariable] ||
    git('describe', '--tags', '--abbrev=0', 'HEAD^') ||
    (schema && git('rev-parse', `${schema}^`))
  if (!name) throw new RequirementMissing('there is no history with a version before')
  return { name: name.slice(0, 12), command: unpack(`git archive '${name}'`, folder) }
}

/** Installs a built package, as an operator does; undefined if the path is not one of a package. */
function installPackage(path: string | undefined, folder: string): Version | undefined {
  if (!path?.endsWith('.tgz')) return undefined
  mkdirSync(folder)
  runProgram('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', resolve(path)], folder)
  const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/latchkey/package.json'), 'utf8'))
  symlinkSync('node_modules/latchkey/cli', join(folder, 'cli'))
  return { name: `package of ${manifest.version}`, command: join(folder, 'cli/latchkey.js') }
}

/** Makes a next version: the same code with one more migration in each service. */
function makeNext(folder: string): Version {
  const command = unpack('git ls-files -z | tar -c --null -T -', folder)
  const table = 'CREATE TABLE made_by_next (id TEXT PRIMARY KEY);'
  writeFileSync(
    join(folder, 'users/migrations/9999-next.sql'),
    `${table} ALTER TABLE users ADD COLUMN next_name TEXT NOT NULL DEFAULT ''; CREATE INDEX users_next ON users (next_name);`,
  )
  writeFileSync(
    join(folder, 'auth/migrations/9999-next.sql'),
    `${table} ALTER TABLE sessions ADD COLUMN next_name TEXT; CREATE INDEX sessions_next ON sessions (next_name);`,
  )
  return { name: 'next', command }
}

/**
 * Unpacks the archive that a shell command writes to its output, and returns the path of the `latchkey` command in it.
 */
function unpack(archive: string, folder: string): string {
  mkdirSync(folder)
  runProgram('sh', ['-c', `cd '${repository}' && ${archive} | tar -x -C '${folder}'`])
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'cli/latchkey.js')
}

/**
 * Replaces two nodes on PostgreSQL one after the other by another version, and then goes back to the first version. No
 * request may fail.
 */
async function upgradeNodes(
  { older, newer }: { older: Version; newer: Version | undefined },
  { seed }: CampaignOptions,
): Promise<Outcome> {
  await using nodes = await startBehindNginx(older.command)
  const load = createLoad(seededRandom(seed))
  const validations = await startValidating(nodes.at)
  let isOver = false
  const driven = load.drive({ at: nodes.at, workers, weights: everything, isOver: () => isOver })
  await sleep(pauseMs)
  const migrated = await runCommand(
    ['migrate'],
    nodes.environment,
    (child) => child.stdin.end(),
    newer?.command,
  )
  await sleep(pauseMs)
  for (const version of [newer, older])
    for (const node of [0, 1] as const) {
      await nodes.replace(node, version?.command)
      await sleep(pauseMs)
    }
  isOver = true
  await Promise.all([driven, validations.stop()])
  return {
    figures: figuresOf(load, validations),
    violations: [
      ...(migrated.code === 0 ? [] : [`migrate: ${migrated.err}`]),
      ...failuresOf(load),
      ...validations.failed,
      ...(await brokenPromises(load.people, nodes.at, longestEndMs)),
    ],
  }
}

/**
 * Replaces the only process on embedded databases by the newer version, by the older one again, and by the newer one once
 * more. A version that is undefined is this one. What one version has acknowledged must still be there in each version
 * that follows.
 */
async function upgradeAlone(
  { older, newer }: Record<'older' | 'newer', Version | undefined>,
  { seed }: CampaignOptions,
): Promise<Outcome> {
  const data = temporaryFolderOnDisk()
  const load = createLoad(seededRandom(seed))
  const violations: string[] = []
  let wayBack = 'taken'
  for (const version of [older, newer, older, newer]) {
    const started = await startOn(data, version?.command).catch((error: Error) => error)
    if (started instanceof Error) {
      wayBack = 'refused'
      violations.push(started.message)
      continue
    }
    violations.push(...(await brokenPromises(load.people, started.at, longestEndMs)))
    let isOver = false
    const driven = load.drive({ at: started.at, workers, weights: everything, isOver: () => isOver })
    await sleep(pauseMs)
    // The load continues while the process stops, so that requests are in progress at that moment.
    const code = await started.end('SIGTERM')
    isOver = true
    await driven
    if (code !== 0) violations.push(`it ended with ${code}`)
  }
  const last = await startOn(data, newer?.command)
  violations.push(...(await brokenPromises(load.people, last.at, longestEndMs)), ...load.surprises)
  await last.end('SIGTERM')
  violations.push(...damageIn(data))
  if (violations.length === 0) rmSync(data, { recursive: true })
  return {
    figures: [
      ['the way back', wayBack],
      ['writes asked for', load.asked],
      ['users asked about at the end', load.people.length],
      ...[...load.tally].sort(),
    ],
    violations,
  }
}
