import { setTimeout as sleep } from 'node:timers/promises'

/** The result of a measurement for how long a service still accepts a credential whose session has ended. */
export interface Afterlife {
  /**
   * The time from the reply that confirmed the end of the session to the last request that was accepted; 0 if
   * the first request after the end was refused.
   */
  takenForMs: number
  /** True when the credential was refused in the end. False means that the measurement stopped first. */
  refused: boolean
}

/** The results by the action that ended the session, such as `after a sign-out`. */
export type Afterlives = Record<string, Afterlife>

export interface Sessions<Person, Credential> {
  signIn(person: Person): Promise<Credential>
  isTaken(credential: Credential): Promise<boolean>
  /**
   * Functions that each end the session of the credential `asked`. Some of them send `other`, a credential of
   * another session of the same person.
   */
  endings: Record<string, (asked: Credential, other: Credential) => Promise<unknown>>
}

interface Asking {
  everyMs: number
  maxMs: number
}

/**
 * Ends sessions in several ways, each of a different person, and keeps sending the old credential to see for
 * how long the service accepts it.
 */
export async function afterlivesOf<Person, Credential>(
  { signIn, isTaken, endings }: Sessions<Person, Credential>,
  people: readonly Person[],
  asking: Asking,
): Promise<Afterlives> {
  const all = Object.entries(endings).map(async ([ending, end], at): Promise<[string, Afterlife]> => {
    const person = people[at]
    if (person === undefined) throw new Error('Each ending needs a person of its own.')
    const [asked, other] = [await signIn(person), await signIn(person)]
    // A credential that was never valid would also be refused at once, so the measurement would prove
    // nothing.
    if (!(await isTaken(asked))) throw new Error(`A credential was refused before its session had ended.`)
    await end(asked, other)
    return [ending, await afterlifeOf(() => isTaken(asked), asking)]
  })
  return Object.fromEntries(await Promise.all(all))
}

async function afterlifeOf(isTaken: () => Promise<boolean>, { everyMs, maxMs }: Asking): Promise<Afterlife> {
  const endedAt = performance.now()
  let takenForMs = 0
  while (await isTaken()) {
    takenForMs = performance.now() - endedAt
    if (takenForMs + everyMs > maxMs) return { takenForMs, refused: false }
    await sleep(everyMs)
  }
  return { takenForMs, refused: true }
}

/**
 * Requires that no credential was accepted after its session had ended.
 * @throws when a credential was accepted for even one more request
 */
export function requireRefusedAtOnce(who: string, afterlives: Afterlives): void {
  for (const [ending, { takenForMs, refused }] of Object.entries(afterlives))
    if (takenForMs > 0 || !refused) throw new Error(`${who} took a credential ${ending}.`)
}

const listed = new Intl.ListFormat('en-GB')

/** Formats the results as a sentence for the page about performance. */
export function afterlifeNote(who: string, afterlives: Afterlives): string {
  const alike = Map.groupBy(Object.keys(afterlives), (ending) => textOf(afterlives[ending]))
  const texts = [...alike].map(([text, endings]) => `${listed.format(endings)} ${text}`)
  return `Seen in this run, ${who}: ${texts.join('; ')}.`
}

function textOf({ takenForMs, refused }: Afterlife = { takenForMs: 0, refused: true }): string {
  if (refused && takenForMs === 0) return 'the next request was refused'
  const seconds = `${Number((takenForMs / 1_000).toPrecision(3))} s`
  return refused
    ? `the same credential was taken for ${seconds} more`
    : `the same credential was still taken ${seconds} later, when nobody asked any longer`
}
