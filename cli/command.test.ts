import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flagOf } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type Command, command } from './command.ts'
import { commandGroups, commands } from './commands.ts'
import { help, helpOn } from './help.ts'
import { allSettings, readAllSettings } from './settings/all-settings.ts'

const declared = (calls: unknown[]) =>
  command({
    name: 'keys seal',
    operand: 'NAME|ID',
    flags: {
      url: { required: true },
      kid: { value: 'KID', required: 'the KID of a key' },
      purpose: { oneOf: ['access', 'refresh'] },
      now: { isSwitch: true },
    },
    meaning: 'only a test has it',
    run: async ({ operand, flags, settings }) => void calls.push([operand, flags, settings.usersPort]),
  })

const run = (one: Command, operands: string[], values: Record<string, string | boolean> = {}) =>
  one.run({ operands, values, readSettings: () => readAllSettings({ flags: {}, environment: {} }) })

const refused = (fault: string) => (error: unknown) =>
  error instanceof StartFault && error.exitCode === 2 && error.faults.join() === fault

test('a command gets its operand, its settings, and a value for each flag that it declares', async () => {
  const calls: unknown[] = []
  await run(declared(calls), ['ada'], { url: 'a', kid: 'b', now: true, data: 'no flag of its own' })
  assert.deepEqual(calls, [['ada', { url: 'a', kid: 'b', purpose: undefined, now: true }, 8080]])
})

test('an operand that is missing, empty or not alone is refused', async () => {
  for (const operands of [[], [''], ['ada', 'bob']])
    await assert.rejects(
      run(declared([]), operands),
      refused('keys seal needs one NAME or ID. See: latchkey help keys seal'),
    )
})

test('a flag that is missing, or not one of the words for it, is refused', async () => {
  const lacking = refused('keys seal needs --url and the KID of a key.')
  await assert.rejects(run(declared([]), ['ada'], { url: 'a' }), lacking)
  const values = { url: 'a', kid: 'b', purpose: 'other' }
  await assert.rejects(run(declared([]), ['ada'], values), refused('--purpose must be access or refresh.'))
})

test('no flag of a command has the name of a setting, and no two commands have one name', () => {
  const settings = new Set([
    ...Object.values(allSettings).map(({ name }) => flagOf(name)),
    '--profile',
    '--env-file',
    '--help',
    '--version',
  ])
  const own = commands.flatMap(({ flags }) => Object.keys(flags).map((flag) => `--${flag}`))
  assert.deepEqual(
    own.filter((flag) => settings.has(flag)),
    [],
  )
  assert.equal(new Set(commands.map(({ name }) => name)).size, commands.length)
})

test('help has a line for each command, which fits a terminal of 80 columns', () => {
  const lines = help(commandGroups).split('\n')
  const missing = commands.filter(({ usage }) => !lines.some((line) => line.startsWith(`  ${usage}  `)))
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  )
  assert.deepEqual(
    lines.filter((line) => line.length > 80),
    [],
  )
})

test('help on a command describes each of its flags', () => {
  const undescribed = commands.flatMap(({ name, flags }) => {
    const lines = helpOn(commands, name).split('\n')
    return Object.keys(flags)
      .filter((flag) => !lines.some((line) => new RegExp(`^  --${flag}( \\S+)?  +\\S`).test(line)))
      .map((flag) => `${name} --${flag}`)
  })
  assert.deepEqual(undescribed, [])
})

test('help on settings lists every setting', () => {
  const text = helpOn(commands, 'settings')
  const missing = Object.values(allSettings).filter(({ name }) => !text.includes(`  ${name} `))
  assert.deepEqual(missing, [])
})
