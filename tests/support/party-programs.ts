import { join } from 'node:path'
import { buildWithGo, installForPython, type Missing } from './foreign-packages.ts'
import { repository } from './run-program.ts'

/** How an example is run. */
export interface Runnable {
  command: string
  args: string[]
  environment?: Record<string, string>
}

/** An example application that logs people in with the OpenID libraries of its language. */
export interface PartyProgram {
  language: string
  /** Installs what it needs into `.cache/parties`, the first time only. */
  prepare(): Runnable | Missing
}

const example = (name: string): string => join(repository, 'examples', name)

export const partyPrograms: readonly PartyProgram[] = [
  {
    language: 'Node',
    // Its packages are those of the tests, which Node finds in a folder above it.
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
