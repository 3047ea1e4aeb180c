import { parseArgs } from 'node:util'
import { flagOf } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { allSettings, readAllSettings } from './all-settings.ts'
import { help } from './help.ts'

const commandFlags = ['username', 'email', 'name', 'role', 'profile', 'env-file'] as const

/** Runs one command; everything that a person can get wrong ends in one line for each fault and an exit code. */
export async function main(args: string[]): Promise<void> {
  // Databases, keys and passwords are for their owner only, wherever the settings put them.
  process.umask(0o077)
  try {
    await run(args)
  } catch (error) {
    const faults = error instanceof StartFault ? error.faults : [(error as Error).stack ?? String(error)]
    for (const fault of faults) process.stderr.write(`latchkey: ${fault}\n`)
    process.exitCode = error instanceof StartFault ? error.exitCode : 1
  }
}

async function run(args: string[]): Promise<void> {
  const { words, flags, settingFlags } = parse(args)
  const read = () =>
    readAllSettings({
      flags: settingFlags,
      environment: process.env,
      envFile: flags['env-file'],
      profile: flags.profile,
    })
  switch (words.join(' ')) {
    case 'start':
    case 'start users':
    case 'start auth': {
      const { startCommand } = await import('./start-command.ts')
      return startCommand(read().values, words[1] as 'users' | 'auth' | undefined)
    }
    case 'users create': {
      const { createUserCommand } = await import('./create-user-command.ts')
      return createUserCommand(read().values, flags)
    }
    case 'settings': {
      const { settingsCommand } = await import('./settings-command.ts')
      return settingsCommand(read())
    }
    case 'version': {
      const { version } = await import('./version.ts')
      return void process.stdout.write(`${version()}\n`)
    }
    case '':
    case 'help':
      return void process.stdout.write(help())
    default:
      throw new StartFault([`There is no command "${words.join(' ')}"; see latchkey help.`], { exitCode: 2 })
  }
}

export interface CommandFlags {
  username?: string
  email?: string
  name?: string
  role?: string
  profile?: string
  'env-file'?: string
  'password-stdin'?: boolean
}

function parse(args: string[]): {
  words: string[]
  flags: CommandFlags
  settingFlags: Record<string, string>
} {
  const settingNames = Object.values(allSettings).map((one) => flagOf(one.name).slice(2))
  const text = { type: 'string' } as const
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...Object.fromEntries([...settingNames, ...commandFlags].map((name) => [name, text])),
        'password-stdin': { type: 'boolean' },
        version: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const given = values as Record<string, string | boolean | undefined>
    const settingFlags = settingNames.flatMap((name) =>
      given[name] === undefined ? [] : [[`--${name}`, String(given[name])]],
    )
    const words = given.version ? ['version'] : given.help ? ['help'] : positionals
    return {
      words,
      flags: given as CommandFlags,
      settingFlags: Object.fromEntries(settingFlags) as Record<string, string>,
    }
  } catch (cause) {
    throw new StartFault([(cause as Error).message], { cause, exitCode: 2 })
  }
}
