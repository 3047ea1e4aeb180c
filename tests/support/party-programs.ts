import { join } from 'node:path'
import { buildWithGo, installForPython, type Missing } from './foreign-packages.ts'
import { repository } from './run-program.ts'

/** The command that runs an example application. */
export interface Runnable {
  command: string
  args: string[]
  environment?: Record<string, string>
  /** How long the application may take until it listens, where that is longer than usual. */
  startsWithinMs?: number
}

/** An example application that logs people in with the OpenID libraries of its language. */
export interface PartyProgram {
  language: string
  /** Installs the packages of the example into `.cache/parties`, the first time only. Returns the command. */
  prepare(): Runnable | Missing
}

const example = (name: string): string => join(repository, 'examples', name)

export const partyPrograms: readonly PartyProgram[] = [
  {
    language: 'Node',
    // This example uses the npm packages of the tests, which Node finds in a folder above the example.
    prepare: () => ({ command: process.execPath, args: [join(example('openid-node'), 'server.js')] }),
  },
  {
    language: 'JavaScript of the web platform',
    prepare: () => ({ command: process.execPath, args: [join(example('openid-web'), 'node-server.js')] }),
  },
  {
    language: 'Python',
    prepare() {
      const installed = installForPython(example('openid-python'), 'python')
      if ('missing' in installed) return installed
      return { command: 'python3', args: [join(example('openid-python'), 'app.py')], ...installed }
    },
  },
  {
    language: 'Go',
    prepare() {
      const built = buildWithGo(example('openid-go'), 'app')
      return 'missing' in built ? built : { command: built.program, args: [] }
    },
  },
]
