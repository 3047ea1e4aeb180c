import { spawnSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
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

/** Goes from the version before to this one and back again, under load: on SQLite as far as the version before takes the schema. */
export async function upgradeOnEachEngine(options: CampaignOptions): Promise<Outcome> {
  const folder = temporaryFolderOnDisk()
  try {
    const before = checkOut(folder)
    const outcomes = {
      postgres: await upgradeNodes(before, options),
      sqlite: await upgradeAlone(before, options),
    }
    const all = Object.entries(outcomes)
    return {
      figures: [
        ['the version before', before.name],
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
  /** The path of its `latchkey` command. */
  command: string
}

/** Unpacks the version before: that of the last tag, or before there is one the last commit with an older schema. */
function checkOut(folder: string): Version {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : ''
  }
  const schema = git('log', '-1', '--format=%H', '--', 'users/migrations', 'auth/migrations')
  const name = git('describe', '--tags', '--abbrev=0', 'HEAD^') || (schema && git('rev-parse', `${schema}^`))
  if (!name) throw new RequirementMissing('there is no history with a version before')
  runProgram('sh', ['-c', `git archive '${name}' | tar -x -C '${folder}'`])
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  return { name: name.slice(0, 12), command: join(folder, 'cli/latchkey.js') }
}

/** Replaces two nodes on PostgreSQL one after the other, forth and back. No request may fail. */
async function upgradeNodes({ command }: Version, { seed }: CampaignOptions): Promise<Outcome> {
  await using nodes = await startBehindNginx(command)
  const load = createLoad(seededRandom(seed))
  const validations = await startValidating(nodes.at)
  let isOver = false
  const driven = load.drive({ at: nodes.at, workers, weights: everything, isOver: () => isOver })
  await sleep(pauseMs)
  const migrated = await runCommand(['migrate'], nodes.environment)
  await sleep(pauseMs)
  for (const version of [undefined, command])
    for (const node of [0, 1] as const) {
      await nodes.replace(node, version)
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
 * Replaces the one process on embedded databases. What it has acknowledged must be there in the next version, and also after the version
 * before has refused the newer schema.
 */
async function upgradeAlone({ command }: Version, { seed }: CampaignOptions): Promise<Outcome> {
  const data = temporaryFolderOnDisk()
  const load = createLoad(seededRandom(seed))
  const violations: string[] = []
  let wayBack = 'taken'
  for (const version of [command, undefined, command, undefined]) {
    const started = await startOn(data, version).catch((error: Error) => error)
    if (started instanceof Error) {
      wayBack = 'refused'
      if (version === undefined || !started.message.includes('changed by a newer version'))
        violations.push(started.message)
      continue
    }
    violations.push(...(await brokenPromises(load.people, started.at, longestEndMs)))
    let isOver = false
    const driven = load.drive({ at: started.at, workers, weights: everything, isOver: () => isOver })
    await sleep(pauseMs)
    // The load goes on while the process stops.
    const code = await started.end('SIGTERM')
    isOver = true
    await driven
    if (code !== 0) violations.push(`it ended with ${code}`)
  }
  const last = await startOn(data)
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
