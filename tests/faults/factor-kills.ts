import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import type { Database } from '#runtime/database/database.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { send } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import {
  addPasskey,
  enrol,
  makeCodes,
  removeApp,
  removePasskey,
  stepUp,
  stepUpByPasskey,
} from './factors/changes.ts'
import { checkKnown, checkWhole } from './factors/check-stored.ts'
import {
  enrolAtLogin,
  logInAfterwards,
  logInByApp,
  logInByPasskey,
  logInByPasskeyStep,
  logInByPassword,
  logInByRecoveryCode,
} from './factors/logins.ts'
import { hasFactor, mayChange, newPerson, nextStep, type Person } from './factors/people.ts'
import { expect, type Scene } from './factors/scene.ts'
import { readStored } from './factors/stored.ts'
import { type KillableNodes, startKillableNodes } from './killable/nodes.ts'
import { seededRandom } from './random.ts'

/**
 * The actions that a simulated person can choose. Each function performs one action, and counts a request that gets no
 * reply.
 */
const acts = {
  logInByPassword,
  logInByApp,
  logInByRecoveryCode,
  logInByPasskey,
  logInByPasskeyStep,
  enrolAtLogin,
  enrol,
  removeApp,
  makeCodes,
  addPasskey,
  removePasskey,
  stepUp,
  stepUpByPasskey,
}
type Act = keyof typeof acts

interface Point {
  /** A part of the text of the statement: the node kills itself at the commit of the transaction that runs it. */
  sql: string
  /** The action that leads to this commit. In this round people choose it more often than the other actions. */
  act: Act
  when: 'before' | 'after'
}

/**
 * Every commit of a login in several steps and of a change of second factors, as a pair: a statement that only this
 * transaction runs, and an action that causes it.
 */
const commits: [sql: string, act: Act][] = [
  ['UPDATE totp_factors SET last_step', 'logInByApp'],
  ['DELETE FROM logins WHERE digest =', 'logInByApp'],
  ['INSERT INTO used_challenges', 'logInByPasskey'],
  ['INSERT INTO sessions', 'logInByPasskey'],
  ['UPDATE recovery_codes SET macs', 'logInByRecoveryCode'],
  ['INSERT INTO totp_factors', 'enrol'],
  ['INSERT INTO passkeys', 'addPasskey'],
  ['DELETE FROM totp_factors', 'removeApp'],
  ['DELETE FROM passkeys', 'removePasskey'],
  ['UPDATE totp_factors SET last_step', 'stepUp'],
  ['UPDATE sessions SET amr', 'stepUp'],
  ['UPDATE sessions SET amr', 'stepUpByPasskey'],
  ['DELETE FROM logins WHERE digest =', 'logInByPasskeyStep'],
  ['INSERT INTO known_devices', 'logInByApp'],
  ['INSERT INTO recovery_codes', 'makeCodes'],
  ['INSERT INTO totp_enrolments', 'enrol'],
  ['INSERT INTO logins', 'logInByApp'],
  ['INSERT INTO login_attempts', 'logInByApp'],
  ['INSERT INTO totp_factors', 'enrolAtLogin'],
  ['DELETE FROM logins WHERE digest =', 'enrolAtLogin'],
]
export const killPoints: readonly Point[] = commits.flatMap(([sql, act]) =>
  (['after', 'before'] as const).map((when) => ({ sql, act, when })),
)

export interface FactorReport {
  kills: number
  /** The number of requests of each kind that got no reply. */
  unanswered: [what: string, count: number][]
  /** The broken promises, each as a text. */
  violations: string[]
}

export async function killAtFactorCommits({ seed, rounds = 240 }: CampaignOptions): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  const runs = engines.flatMap((engine) => demands.map((demand) => ({ engine, demand })))
  for (const { engine, demand } of runs) {
    const of = `${engine}, factors demanded of ${demand}`
    const extent = { seed, demand, rounds: Math.ceil(rounds / runs.length) }
    const { kills, unanswered, violations } = await changeFactorsThroughKills(engine, extent)
    outcome.figures.push(
      [`${of}: rounds`, extent.rounds],
      [`${of}: kills`, kills],
      ...unanswered.map(([what, count]): [string, number] => [`${of}: no answer to ${what}`, count]),
    )
    outcome.violations.push(...violations.map((what) => `${of}: ${what}`))
  }
  return outcome
}

/** The values of the demand for second factors: nobody must have one, or everybody must. */
const demands = ['nobody', 'all'] as const
type Demand = (typeof demands)[number]

const peopleAtOnce = 6
const actsInRound = 3
/** The maximum number of actions of a simulated person, who is then replaced by a new one. */
const maxActs = 24
/** The time by which the clock moves between two rounds. All codes of the earlier round expire in it. */
const roundMs = 90_000
const maxViolations = 50

/**
 * Simulated people use, add and remove second factors while a node kills itself (SIGKILL) just before or after a commit,
 * a different commit in each round. After each kill no change may be half done, and every change that was acknowledged
 * must be stored. Each code, challenge and login must have counted at most once. A person whose request got no reply must
 * be able to log in with the next code.
 */
export async function changeFactorsThroughKills(
  engine: Engine,
  {
    rounds,
    seed,
    demand,
    points = killPoints,
  }: { rounds: number; seed: number; demand: Demand; points?: readonly Point[] },
): Promise<FactorReport> {
  await using nodes = await startKillableNodes(engine, { LATCHKEY_REQUIRE_SECOND_FACTOR: demand })
  const open = (url: string) => openDatabase(url, commandDatabaseOptions)
  const databases = { users: await open(nodes.urls.users), auth: await open(nodes.urls.auth) }
  await using parts = new AsyncDisposableStack()
  for (const database of Object.values(databases)) parts.defer(() => database.close())
  const scene = sceneAt(nodes, databases, { seed, isDemanded: demand === 'all' })
  const people: Person[] = []
  let kills = 0
  for (let round = 0; round < rounds && scene.violations.length < maxViolations; round++) {
    await nodes.advance(roundMs)
    const staying = people.filter(({ history }) => history.length < maxActs)
    const arriving = Array.from({ length: peopleAtOnce - staying.length }, () =>
      arrive(scene, databases.users),
    )
    people.splice(0, people.length, ...staying, ...(await Promise.all(arriving)))
    if (arriving.length > 0) await nodes.advance(roundMs)

    const point = points[round % points.length] as Point
    const { random } = scene
    await nodes.arm(random.below(2), { sql: point.sql, when: point.when, skipped: random.below(3) })
    await Promise.all(people.map((person) => actThrough(scene, person, point.act)))
    kills += await nodes.revive()
    await Promise.all(people.map((person) => settle(scene, person, nodes)))
  }
  await nodes.advance(roundMs)
  for (const person of people) await seeSessionsEnd(scene, person)
  return { kills, unanswered: [...scene.unanswered].toSorted(), violations: scene.violations }
}

function sceneAt(
  nodes: KillableNodes,
  databases: Record<'users' | 'auth', Database>,
  { seed, isDemanded }: { seed: number; isDemanded: boolean },
): Scene {
  const random = seededRandom(seed)
  let named = 0
  return {
    random,
    isDemanded,
    now: nodes.now,
    pick() {
      const { users, auth } = random.pick(nodes.addresses()) ?? { users: '', auth: '' }
      return { users, auth }
    },
    newName: () => `name-${++named}`,
    stored: ({ id }) => readStored(databases, id),
    violations: [],
    unanswered: new Map(),
  }
}

/** Waits until the sessions have ended that a request without a reply may have ordered to end. */
async function seeSessionsEnd(scene: Scene, person: Person): Promise<void> {
  const areOver = async () => {
    const { sessions } = await scene.stored(person)
    return sessions.every(({ name, isEnded }) => isEnded || !person.ending.includes(name))
  }
  await until('the sessions are over', areOver).catch(() =>
    expect(scene, person, false, `one of ${person.ending.join()} goes on`),
  )
}

/** Signs a new person up, who has an authenticator app, recovery codes and a passkey. */
async function arrive(scene: Scene, users: Database): Promise<Person> {
  const username = scene.newName()
  const password = `the password of ${username}`
  const body = { username, email: `${username}@example.com`, password }
  const { status, body: made } = await send('POST', `${scene.pick().users}/users/create`, { body })
  if (status !== 201) throw new Error(`A sign-up was answered ${status} ${JSON.stringify(made)}.`)
  // Confirms the email address, because mails about changes of factors go to confirmed addresses only.
  await users.query`UPDATE users SET email_verified_at = ${scene.now()} WHERE id = ${made.id}`
  const person = newPerson({ id: made.id, username, password })
  const first = scene.isDemanded ? [enrolAtLogin] : [logInByPassword, enrol]
  for (const act of [...first, logInByApp, addPasskey]) await act(scene, person)
  expect(scene, person, person.unanswered === undefined && person.passkeys.length > 0, 'could not arrive')
  return person
}

async function actThrough(scene: Scene, person: Person, preferred: Act): Promise<void> {
  for (let done = 0; done < actsInRound && !person.unanswered; done++) {
    const possible = possibleActs(person, scene)
    const isPreferred = possible.includes(preferred) && scene.random.next() < 0.7
    const act = isPreferred ? preferred : scene.random.pick(possible)
    if (!act) return
    person.history.push(act)
    await acts[act](scene, person)
  }
}

function possibleActs(person: Person, { now: readNow, isDemanded }: Scene): Act[] {
  const now = readNow()
  const { app, session, passkeys, codes, device } = person
  const hasCode = app !== undefined && nextStep(person, now) !== undefined
  const mayChangeNow = mayChange(person, now)
  const can: Record<Act, boolean> = {
    logInByPassword: device !== undefined || (!hasFactor(person) && !isDemanded),
    logInByApp: hasCode,
    logInByRecoveryCode: codes.length > 0,
    logInByPasskey: passkeys.length > 0,
    logInByPasskeyStep: passkeys.length > 0,
    enrolAtLogin: isDemanded && !hasFactor(person),
    enrol: mayChangeNow && app === undefined,
    removeApp: mayChangeNow && app !== undefined,
    makeCodes: mayChangeNow && hasFactor(person) && session?.isByCode === false,
    addPasskey: mayChangeNow && passkeys.length < 3,
    removePasskey: mayChangeNow && passkeys.some(({ id }) => id !== ''),
    stepUp: hasCode && session !== undefined,
    stepUpByPasskey: passkeys.length > 0 && session !== undefined,
  }
  return (Object.keys(can) as Act[]).filter((act) => can[act])
}

async function settle(scene: Scene, person: Person, nodes: KillableNodes): Promise<void> {
  const { unanswered, session } = person
  const found = await scene.stored(person)
  checkWhole(scene, person, found)
  if (unanswered) {
    person.history.push(`no answer to ${unanswered.what}`)
    await unanswered.settle(found)
    if (person.session === session) await logInAfterwards(scene, person)
    expect(
      scene,
      person,
      person.unanswered === undefined || person.session !== session,
      'no answer without a kill',
    )
    person.unanswered = undefined
  }
  const stored = await scene.stored(person)
  checkWhole(scene, person, stored)
  await checkKnown(scene, person, { stored, nodes: nodes.addresses() })
}
