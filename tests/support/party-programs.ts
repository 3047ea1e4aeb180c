import { join } from 'node:path'
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
  prepare(): Runnable | { missing: string }
}

const example = (name: string): string => join(repository, 'examples', name)

export const partyPrograms: readonly PartyProgram[] = [
  {
    language: 'Node',
    // Its packages are those of the tests, which Node finds in a folder above it.
    prepare: () => ({ command: process.execPath, args: [join(example('openid-node'), 'server.js')] }),
  },
]
