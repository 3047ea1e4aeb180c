import { send } from '#tests/support/system.ts'
import type { NodeAddresses } from '../killable/node.ts'
import { hasFactor, type Person } from './people.ts'
import { expect, type Scene } from './scene.ts'
import type { Stored } from './stored.ts'

/**
 * The types of events about changes of second factors. Each such event must be committed in one transaction with the
 * change, together with a notification and a mail.
 */
const told = [
  'user.factor_added',
  'user.factor_removed',
  'user.passkey_added',
  'user.passkey_removed',
  'user.recovery_code_used',
]
/** The type of the welcome, the only notification of this check that is not sent by mail too. */
const welcome = 'user.created'
/**
 * The maximum number of mails of one kind to a user within an hour. No user of this campaign exists for longer than an
 * hour.
 */
const mailsOfKind = 5

/**
 * Requires that no change is half done after a kill: its rows, its event, its notification and its mail are all stored,
 * or none is.
 */
export function checkWhole(scene: Scene, person: Person, stored: Stored): void {
  const { events, notices, sessions, logins, devices } = stored
  const keeps = (isKept: boolean, what: string) => expect(scene, person, isKept, what)
  const count = (type: string) => events.filter((event) => event.type === type).length
  const noticed = (type: string) => notices.filter((one) => one === type).length
  const [added = 0, removed = 0, keysAdded = 0, keysRemoved = 0] = told.map(count)

  keeps(
    stored.factorsVersion === added + removed + keysAdded + keysRemoved,
    `the factors have version ${stored.factorsVersion}, with ${added}, ${removed}, ${keysAdded} and ${keysRemoved} events`,
  )
  const apps = stored.lastStep === undefined ? 0 : 1
  keeps(apps === added - removed, `${apps} apps, of ${added} added and ${removed} removed`)
  const keys = stored.credentials.length
  keeps(
    keys === keysAdded - keysRemoved,
    `${keys} passkeys, of ${keysAdded} added and ${keysRemoved} removed`,
  )
  keeps(apps + keys > 0 || stored.codesLeft === undefined, 'recovery codes without a factor')
  for (const type of told)
    keeps(count(type) === noticed(type), `${count(type)} events ${type}, and ${noticed(type)} notifications`)
  const mailed = [...new Set(notices)].filter((type) => type !== welcome)
  const mails = mailed.reduce((sum, type) => sum + Math.min(noticed(type), mailsOfKind), 0)
  keeps(stored.mails === mails, `${stored.mails} mails, of ${mails} that must be`)

  const names = sessions.map(({ name }) => name)
  keeps(new Set(names).size === names.length, `two sessions of one login: ${names.toSorted().join()}`)
  for (const { id, name } of sessions) {
    const begun = events.filter(({ type, data }) => type === 'session.created' && data.session_id === id)
    keeps(begun.length === 1, `${begun.length} events for the beginning of ${name}`)
    keeps(!logins.includes(name), `${name} has a session, and still waits for its second step`)
  }
  for (const { id, name } of devices) {
    keeps(names.includes(name), `a device is remembered for ${name}, which has no session`)
    const isTold = events.some(({ type, data }) => type === 'device.remembered' && data.device_id === id)
    keeps(isTold, `no event for the device of ${name}`)
  }
}

/**
 * Requires that every change whose request was acknowledged is stored, and that each node accepts the session of the
 * person.
 */
export async function checkKnown(
  scene: Scene,
  person: Person,
  { stored, nodes }: { stored: Stored; nodes: readonly NodeAddresses[] },
): Promise<void> {
  const keeps = (isKept: boolean, what: string) => expect(scene, person, isKept, what)
  keeps(
    (stored.lastStep !== undefined) === (person.app !== undefined),
    'an app is there that nobody added, or gone',
  )
  const known = person.passkeys.map(({ passkey }) => passkey.credentialId)
  keeps(known.toSorted().join() === stored.credentials.toSorted().join(), 'other passkeys than were answered')
  const codesLeft = stored.codesLeft ?? 0
  keeps(
    codesLeft === (hasFactor(person) ? person.codesLeft : 0),
    `${codesLeft} recovery codes, where ${person.codesLeft} were left`,
  )
  const isEnded = new Map(stored.sessions.map((one) => [one.name, one.isEnded]))
  for (const name of person.loggedInAs)
    keeps(
      isEnded.get(name) === false,
      `${name} was answered, and its session is ${isEnded.get(name) ? 'over' : 'not there'}`,
    )
  for (const name of person.ended) keeps(isEnded.get(name) === true, `${name} was ended, and goes on`)
  for (const { auth } of nodes) {
    const token = person.session?.token
    if (token === undefined) continue
    const { status } = await send('GET', `${auth}/auth/validate`, { token })
    keeps(status === 200, `a session was validated with ${status}`)
  }
}
