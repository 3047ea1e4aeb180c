import type { SystemFacts } from '#runtime/system/system-facts.ts'
import type { Auth } from '../core/auth.ts'
import type { KeyContext } from '../core/keys/rotate-keys.ts'
import type { Federation } from '../federation/index.ts'

/** The context of the use cases that tell operators about the authentication service itself. */
export interface AuthSystem extends Auth {
  keyContext: KeyContext
  facts: SystemFacts
  federation: Pick<Federation, 'providers' | 'outcomes' | 'publicUrl'>
}
