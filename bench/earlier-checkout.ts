import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Writes the files of an earlier commit into a folder, and returns the path of the `latchkey` command in it. The command
 * runs with the npm packages of this checkout, so that only Latchkey's own code differs.
 */
export function checkOutEarlier(commit: string, folder: string): string {
  const archive = run('git', ['archive', '--format=tar', commit], Buffer.alloc(0))
  run('tar', ['-x', '-C', folder], archive)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'cli/latchkey.js')
}

function run(program: string, args: string[], input: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, input, maxBuffer: 2 ** 30 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed. ${error?.message ?? stderr}`)
  return stdout
}
