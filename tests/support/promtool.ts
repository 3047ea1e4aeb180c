import { spawnSync } from 'node:child_process'

const variable = 'LATCHKEY_TEST_PROMTOOL'
const program = process.env[variable] ?? 'promtool'

/** The reason to skip a test that needs promtool, which comes with Prometheus; false when promtool is installed. */
export const whyNoPromtool: string | false =
  spawnSync(program, ['--version']).status === 0
    ? false
    : `there is no promtool on this machine; ${variable} can name one`

/** Runs promtool, and returns its exit code and everything that it printed. */
export function promtool(args: string[], input = ''): { code: number | null; text: string } {
  const { status: code, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' })
  return { code, text: stdout + stderr }
}
