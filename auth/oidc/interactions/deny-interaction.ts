import type { InteractionContext } from '../core/oidc.ts'
import { answerInteraction } from './answer-interaction.ts'
import { findInteraction } from './interaction.ts'

/** Refuses the request of a client for the person. Returns the address to go to; undefined when the request is over. */
export async function denyInteraction(
  oidc: InteractionContext,
  { uid }: { uid: string },
): Promise<string | undefined> {
  const interaction = await findInteraction(oidc, uid)
  const result = { error: 'access_denied', error_description: 'The person has refused.' }
  const isAnswered = interaction && (await answerInteraction(oidc, { uid, result }))
  return isAnswered ? interaction.goesOnAt : undefined
}
