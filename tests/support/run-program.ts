import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../../', import.meta.url))

/** Runs a program to its end, and returns what it printed. It throws when the program fails. */
export function runProgram(program: string, args: string[], cwd = repository): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    timeout: 240_000,
    maxBuffer: 16 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error })
  return stdout
}
