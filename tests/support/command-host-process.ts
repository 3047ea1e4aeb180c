import { main } from '#cli/main.ts'
import type { Ended } from './run-command.ts'

export interface CommandRequest {
  args: string[]
  environment: NodeJS.ProcessEnv
}

// This program runs `latchkey` commands one after the other, each as in a process of its own, and sends back the output of
// each.
let out = ''
let err = ''
process.stdout.write = (text) => {
  out += text
  return true
}
process.stderr.write = (text) => {
  err += text
  return true
}

process.on('message', async ({ args, environment }: CommandRequest) => {
  out = ''
  err = ''
  process.env = environment
  process.exitCode = 0
  await main(args)
  const reply: Ended = { code: Number(process.exitCode), out, err }
  process.send?.(reply)
})
process.once('disconnect', () => process.exit())
