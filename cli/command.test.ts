import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flagOf } from '#runtime/settings.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { type Command, command } from './command.ts'
import { commands } from './commands.ts'
import { help } from './help.ts'
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
      refused('latchkey keys seal needs one NAME or ID; see latchkey help.'),
    )
})

test('a flag that is missing, or not one of the words for it, is refused', async () => {
  const lacking = refused('keys seal needs --url and the KID of a key.')
  await assert.rejects(run(declared([]), ['ada'], { url: 'a' }), lacking)
  const values = { url: 'a', kid: 'b', purpose: 'other' }
  await assert.rejects(run(declared([]), ['ada'], values), refused('--purpose is access or refresh.'))
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

test('help names each flag of each command', () => {
  const text = help(commands)
  const missing = commands.flatMap(({ usage, flags }) => {
    const line = text.split('\n').find((one) => one.startsWith(`  ${usage}`)) ?? ''
    return Object.entries(flags)
      .filter(([flag, { isShared }]) => !(isShared ? text : line).includes(`--${flag}`))
      .map(([flag]) => flag)
  })
  assert.deepEqual(missing, [])
})
