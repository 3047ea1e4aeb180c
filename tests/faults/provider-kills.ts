import { commandDatabaseOptions } from '#cli/settings/data-folder.ts'
import type { Database } from '#runtime/database/database.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { type Engine, engines } from '#tests/support/engines.ts'
import { plainBrowser } from '#tests/support/relying-party.ts'
import { send } from '#tests/support/system.ts'
import type { CampaignOptions, Outcome } from './campaign.ts'
import { type KillableNodes, startKillableNodes } from './killable/nodes.ts'
import { type ClientAdmin, clientAdmin, makeApps } from './provider/clients.ts'
import { expect, NoAnswer, type Person, type Scene } from './provider/scene.ts'
import { approveDevice, checkHeld, refresh, signIn, signOut } from './provider/sessions.ts'
import { consent, revoke, signInAtOwn, storedConsent } from './provider/sign-ins.ts'
import { seededRandom } from './random.ts'

/** The actions that a simulated person can choose. */
const acts = { signInAtOwn, refresh, consent, revoke, approveDevice, signOut }
type Act = keyof typeof acts

interface Point {
  /** A part of the text of the statement: the node kills itself at the commit of the transaction that runs it. */
  sql: string
  /** The action that leads to this commit. In this round people choose it more often than the other actions. */
  act: Act | 'changeClients'
  when: 'before' | 'after'
}

/** The commits of the OpenID provider at which a node is killed: a statement of each transaction, and what causes it. */
const commits: [sql: string, act: Point['act']][] = [
  ['UPDATE oidc_artifacts SET consumed_at', 'signInAtOwn'],
  ['UPDATE oidc_artifacts SET generation = generation + 1', 'refresh'],
  ['INSERT INTO oidc_consents', 'consent'],
  ['UPDATE oidc_artifacts SET payload', 'approveDevice'],
  ['UPDATE sessions SET ended_at', 'signOut'],
  ['UPDATE oidc_clients SET name', 'changeClients'],
  ['INSERT INTO oidc_artifacts', 'signInAtOwn'],
  ['INSERT INTO oidc_grants', 'signInAtOwn'],
  ['UPDATE oidc_artifacts SET consumed_at', 'approveDevice'],
  ['DELETE FROM oidc_consents', 'revoke'],
  ['INSERT INTO oidc_clients', 'changeClients'],
  ['DELETE FROM oidc_clients', 'changeClients'],
]
export const providerKillPoints: readonly Point[] = commits.flatMap(([sql, act]) =>
  (['after', 'before'] as const).map((when) => ({ sql, act, when })),
)

export interface ProviderReport {
  kills: number
  unanswered: [what: string, count: number][]
  violations: string[]
}

export async function killAtProviderCommits({ seed, rounds = 120 }: CampaignOptions): Promise<Outcome> {
  const outcome: Outcome = { figures: [], violations: [] }
  for (const engine of engines) {
    const extent = { seed, rounds: Math.ceil(rounds / engines.length) }
    const { kills, unanswered, violations } = await useProviderThroughKills(engine, extent)
    outcome.figures.push(
      [`${engine}: rounds`, extent.rounds],
      [`${engine}: kills`, kills],
      ...unanswered.map(([what, count]): [string, number] => [`${engine}: no answer to ${what}`, count]),
    )
    outcome.violations.push(...violations.map((what) => `${engine}: ${what}`))
  }
  return outcome
}

const peopleAtOnce = 4
const actsInRound = 3
/** The maximum number of actions of a simulated person, who is then replaced by a new one. */
const maxActs = 24
/** The time, in ms, that the clock moves between rounds. All codes expire in it, and the limit of device codes begins anew. */
const roundMs = 11 * 60_000
const maxViolations = 50

/**
 * Simulated people sign in at applications, give and take back consent, approve devices and sign out, and an admin changes
 * clients. Meanwhile a node kills itself (SIGKILL) just before or after a commit, a different commit in each round. After
 * each kill, a code must have counted once, and a refresh token must have one successor. No token whose session has ended
 * may be valid, and everything that was acknowledged must be stored.
 */
export async function useProviderThroughKills(
  engine: Engine,
  { rounds, seed, points = providerKillPoints }: { rounds: number; seed: number; points?: readonly Point[] },
): Promise<ProviderReport> {
  await using nodes = await startKillableNodes(engine, {})
  const open = (url: string) => openDatabase(url, commandDatabaseOptions)
  await using parts = new AsyncDisposableStack()
  const db = await open(nodes.urls.auth)
  parts.defer(() => db.close())
  const scene = await sceneAt(nodes, db, seed)
  const admin = clientAdmin(scene)
  const people: Person[] = []
  let [kills, named] = [0, 0]
  for (let round = 0; round < rounds && scene.violations.length < maxViolations; round++) {
    await nodes.advance(roundMs)
    const staying = people.filter(({ history }) => history.length < maxActs)
    people.splice(0, people.length, ...staying)
    while (people.length < peopleAtOnce) people.push(await arrive(scene, `name-${++named}`))

    const point = points[round % points.length] as Point
    const { random } = scene
    // In the first pass over the kill points, a node is killed at the first matching commit, which surely happens. In later
    // passes a few matching commits are skipped, so that other moments are tried too.
    const skipped = round < points.length ? 0 : random.below(3)
    await nodes.arm(random.below(2), { sql: point.sql, when: point.when, skipped })
    await Promise.all([
      ...people.map((person) => actThrough(scene, person, point.act)),
      administer(scene, admin),
    ])
    kills += await nodes.revive()
    for (const person of people) await settle(scene, person)
    await admin.check()
  }
  return { kills, unanswered: [...scene.unanswered].toSorted(), violations: scene.violations }
}

async function sceneAt(nodes: KillableNodes, db: Database, seed: number): Promise<Scene> {
  const random = seededRandom(seed)
  return {
    random,
    db,
    nodes: () => nodes.addresses(),
    pick() {
      const { users, auth } = random.pick(nodes.addresses()) ?? { users: '', auth: '' }
      return { users, auth }
    },
    apps: await makeApps(nodes),
    violations: [],
    unanswered: new Map(),
    successors: new Map(),
    counted: new Map(),
  }
}

/** Signs a new user up, and signs this user in on the account pages and at an application. */
async function arrive(scene: Scene, username: string): Promise<Person> {
  const password = `the password of ${username}`
  const body = { username, email: `${username}@example.com`, password }
  const { status, body: made } = await send('POST', `${scene.pick().users}/users/create`, { body })
  if (status !== 201) throw new Error(`A sign-up was answered ${status} ${JSON.stringify(made)}.`)
  const browser = plainBrowser({
    get authUrl() {
      return scene.pick().auth
    },
  })
  const known = { id: made.id, username, password, browser }
  const person: Person = {
    ...known,
    held: [],
    dead: [],
    allowed: new Set(),
    unanswered: undefined,
    history: [],
  }
  await signIn(scene, person)
  await signInAtOwn(scene, person)
  return person
}

async function actThrough(scene: Scene, person: Person, preferred: Point['act']): Promise<void> {
  for (let done = 0; done < actsInRound; done++) {
    const isPreferred = preferred !== 'changeClients' && scene.random.next() < 0.7
    const act = isPreferred ? preferred : (scene.random.pick(Object.keys(acts) as Act[]) ?? 'refresh')
    person.history.push(act)
    try {
      await acts[act](scene, person)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      person.unanswered ??= async () => {}
    }
    if (!person.unanswered) continue
    scene.unanswered.set(act, (scene.unanswered.get(act) ?? 0) + 1)
    return
  }
}

async function administer(scene: Scene, admin: ClientAdmin): Promise<void> {
  try {
    await admin.change()
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    scene.unanswered.set('a change of clients', (scene.unanswered.get('a change of clients') ?? 0) + 1)
  }
}

async function settle(scene: Scene, person: Person): Promise<void> {
  const { unanswered } = person
  person.unanswered = undefined
  await unanswered?.()
  const stored = await storedConsent(scene, person)
  const isSame = [...person.allowed].every((one) => stored.has(one)) && stored.size === person.allowed.size
  expect(scene, person, isSame, `a consent in ${[...stored]}, where ${[...person.allowed]} was answered`)
  await checkOnce(scene, person)
  await checkHeld(scene, person)
}

/** Requires that no two families of refresh tokens come from one sign-in, and that none has a grant of an ended session. */
async function checkOnce({ db, ...scene }: Scene, person: Person): Promise<void> {
  const rows = await db.query<{ payload: string }>`
    SELECT oidc_artifacts.payload FROM oidc_artifacts JOIN oidc_grants ON oidc_grants.id = oidc_artifacts.grant_id
    WHERE oidc_grants.user_id = ${person.id} AND oidc_artifacts.model = 'RefreshToken'`
  const nonces = rows.map(({ payload }) => JSON.parse(payload).nonce).filter((nonce) => nonce !== undefined)
  const isOnce = new Set(nonces).size === nonces.length
  expect({ db, ...scene }, person, isOnce, 'a code gave two families of refresh tokens')
}
