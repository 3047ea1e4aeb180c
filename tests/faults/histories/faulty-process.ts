import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Started, startProcess } from '#tests/support/process.ts'

const preload = new URL('./preload.ts', import.meta.url).href

/** A process of Latchkey that can be killed, stopped and given a wrong clock. */
export interface FaultyProcess extends AsyncDisposable {
  /** Kills the process and starts it again: with this version, or with that of another `latchkey` command. */
  restart(command?: string): Promise<void>
  /** Stops the process for a while, as a machine that swaps or a virtual machine that is moved. */
  pause(ms: number): Promise<void>
  /** Makes the clock of the process wrong by this time from now on, also after a restart. */
  setClock(offsetMs: number): void
  end(): Promise<void>
}

export async function startFaultyProcess(options: {
  name: string
  folder: string
  args: string[]
  environment: Record<string, string>
  command?: string | undefined
}): Promise<FaultyProcess> {
  const { args, folder, name } = options
  const clock = join(folder, `clock-of-${name}`)
  const environment = { ...options.environment, SOAK_CLOCK: clock }
  const launch = (command: string | undefined) =>
    startProcess(args, environment, command, ['--import', preload])
  writeFileSync(clock, '0')
  let running: Started = await launch(options.command)
  const hasEnded = () => running.child.exitCode !== null || running.child.signalCode !== null
  return {
    async restart(command) {
      await running.end('SIGKILL')
      running = await launch(command)
    },
    async pause(ms) {
      process.kill(running.pid, 'SIGSTOP')
      await sleep(ms)
      process.kill(running.pid, 'SIGCONT')
    },
    setClock(offsetMs) {
      writeFileSync(clock, String(offsetMs))
      process.kill(running.pid, 'SIGUSR2')
    },
    async end() {
      if (!hasEnded()) await running.end('SIGTERM')
    },
    async [Symbol.asyncDispose]() {
      if (!hasEnded()) await running.end('SIGKILL')
    },
  }
}
