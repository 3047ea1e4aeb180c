import { setTimeout as sleep } from 'node:timers/promises'

/** How long a credential was still taken once its session had ended. */
export interface Afterlife {
  /** From the reply of what ended it to the last reply as if nothing had happened; 0 where the very first request was refused. */
  takenForMs: number
  /** Whether it was refused in the end; otherwise nobody asked any longer. */
  refused: boolean
}

/** By what ended the session: `after a sign-out`. */
export type Afterlives = Record<string, Afterlife>

export interface Sessions<Person, Credential> {
  signIn(person: Person): Promise<Credential>
  isTaken(credential: Credential): Promise<boolean>
  /** Each ends the session of the first credential, some with the second, which is of another session of the same person. */
  endings: Record<string, (asked: Credential, other: Credential) => Promise<unknown>>
}

interface Asking {
  everyMs: number
  maxMs: number
}

/** Ends sessions, each of a person of its own, and goes on asking with what was their credential. */
export async function afterlivesOf<Person, Credential>(
  { signIn, isTaken, endings }: Sessions<Person, Credential>,
  people: readonly Person[],
  asking: Asking,
): Promise<Afterlives> {
  const all = Object.entries(endings).map(async ([ending, end], at): Promise<[string, Afterlife]> => {
    const person = people[at]
    if (person === undefined) throw new Error('Each ending needs a person of its own.')
    const [asked, other] = [await signIn(person), await signIn(person)]
    // One that never was any good would be refused at once too.
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

/** @throws where a credential was taken for even one request more */
export function requireRefusedAtOnce(who: string, afterlives: Afterlives): void {
  for (const [ending, { takenForMs, refused }] of Object.entries(afterlives))
    if (takenForMs > 0 || !refused) throw new Error(`${who} took a credential ${ending}.`)
}

const listed = new Intl.ListFormat('en-GB')

/** What was seen, in a sentence. */
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
