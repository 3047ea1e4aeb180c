import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '#tests/support/system.ts'
import { type Person, type Session, standingAfter } from './people.ts'
import { type Addresses, requestFor, takeTokens } from './requests.ts'

const atOnce = 32

/**
 * Requests all users and sessions from the running services, and returns what differs from the replies
 * before. An operation that got no reply is repeated first, as a client would do. The reply to it is an
 * acknowledgement too.
 */
export async function brokenPromises(
  people: readonly Person[],
  at: Addresses,
  /**
   * The maximum time that a session may take to end. The sessions of a deleted or suspended user end after
   * the reply, because the user service has to notify the authentication service.
   */
  patienceMs = 0,
): Promise<string[]> {
  const deadline = performance.now() + patienceMs
  const broken: string[] = []
  const waiting = people.values()
  const ask = async () => {
    for (const person of waiting) broken.push(...(await askAbout(person, at, deadline)))
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
  return broken
}

async function askAbout(person: Person, at: Addresses, deadline: number): Promise<string[]> {
  const broken: string[] = []
  const tell = (what: string) => {
    const asked = person.operations.map(({ kind, requestId }) => `${kind} ${requestId}`).join(', ')
    broken.push(`${person.username} (${person.id}; ${asked}): ${what}`)
  }
  const found = await findUser(person, at)
  const before = standingAfter(person.operations)
  const allowed = [before]
  if (person.uncertain) {
    allowed.push(standingAfter([...person.operations, person.uncertain]))
    const { status, body } = await requestFor(person.uncertain, person, { at })
    if (status < 300) person.operations.push(person.uncertain)
    else tell(`a repeated ${person.uncertain.kind} was answered ${status} ${body.code}`)
    person.uncertain = undefined
  }
  const fits = allowed.some((one) => one?.status === found.status && (!found.name || one.name === found.name))
  if (!fits) tell(`is ${found.status} ${found.name ?? ''}, was promised ${before?.status} ${before?.name}`)

  for (const [session, { isEnded }] of standingAfter(person.operations)?.sessions ?? []) {
    const said = await askOfSession(session, at, isEnded ? deadline : 0)
    const promised = isEnded ? 'ended' : 'living'
    if (said !== promised) tell(`${session.device} is ${said}, was promised ${promised}`)
  }
  return broken
}

async function findUser(
  { id }: Person,
  { users, token }: Addresses,
): Promise<{ status: string; name?: string }> {
  const { status, body } = await send('GET', `${users}/api/v1/users/${id}`, { token })
  if (status === 404) return { status: 'deleted' }
  return { status: status === 200 ? body.status : `answered ${status}`, name: body.name }
}

/**
 * Returns `living` when the access token is accepted and the newest refresh token gets a successor, `ended`
 * when both are refused because the session has ended.
 */
async function askOfSession(session: Session, { auth }: Addresses, deadline: number): Promise<string> {
  const validate = () => send('GET', `${auth}/auth/validate`, { token: session.accessToken })
  let validated = await validate()
  for (; validated.status === 200 && performance.now() < deadline; validated = await validate())
    await sleep(100)
  const refreshed = await send('POST', `${auth}/auth/refresh`, {
    body: { refresh_token: session.refreshToken },
  })
  if (refreshed.status === 200) takeTokens(session, refreshed.body)
  const [validateSays, refreshSays] = [validated, refreshed].map(({ status, body }) =>
    status === 200 ? 'living' : body.code === 'session_ended' ? 'ended' : `${status} ${body.code}`,
  )
  if (validateSays === refreshSays) return validateSays ?? ''
  return `${validateSays} to validate, ${refreshSays} to refresh`
}
