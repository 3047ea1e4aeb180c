import type { Random } from '../random.ts'
import { keys, type Recorder } from './history.ts'
import type { Held, Known, Requests } from './requests.ts'
import type { Scene } from './scene.ts'

/** The number of names that several clients want at the same time. */
const contested = 6

/** What all clients of a history know. */
export interface World {
  scene: Scene
  recorder: Recorder
  random: Random
  apiKey: string
  /** Makes the names of two histories different. */
  prefix: string
  users: Known[]
  /** The keys of all creations, also of those that were refused or had no reply. */
  tried: Pick<Known, 'username' | 'email'>[]
  next: number
}

export interface Client extends Requests {
  world: World
}

interface Turn {
  weight: number
  play(client: Client): Promise<unknown>
}

/** What a client may do next. */
export const turns: Record<string, Turn> = {
  signUp: { weight: 5, play: createOne },
  contest: { weight: 3, play: contestName },
  find: { weight: 8, play: findSomeone },
  logIn: { weight: 4, play: logInSomeone },
  visit: { weight: 8, play: visit },
  validate: { weight: 10, play: (client) => useSome(client, 'validate') },
  me: { weight: 5, play: (client) => useSome(client, 'me') },
  refresh: { weight: 8, play: refreshSome },
  reuse: { weight: 1, play: reuseToken },
  logOut: { weight: 2, play: logOutSome },
  suspend: { weight: 2, play: suspendSomeone },
  delete: { weight: 3, play: deleteSomeone },
  changePassword: { weight: 2, play: changeSomePassword },
  link: { weight: 2, play: useOneLink },
}

const happensIn = ({ random }: World, percent: number): boolean => random.below(100) < percent
const times = (count: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, work))

/** The keys of a creation that others want, too. */
type Wanted = Partial<Pick<Known, 'username' | 'email'>>

function newName(world: World, wanted: Wanted) {
  const own = `${world.prefix}-${world.next++}`
  const number = world.next++
  return {
    nonce: `nonce-${world.prefix}-${number}`,
    username: wanted.username ?? own,
    email: wanted.email ?? `${own}@example.com`,
    password: newPassword(world),
    address: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  }
}

const newPassword = (world: World): string => `some words of ${world.prefix} ${world.next++}`

/** Creates a user, and repeats a request without a reply as a good client does: with the same idempotency key. */
async function create(client: Client, wanted: Wanted = {}): Promise<Known | undefined> {
  const { world } = client
  const name = newName(world, wanted)
  world.tried.push(name)
  let id = await client.create(name)
  // Looked up at once: what others see now must not be lost in a fault that is under way.
  if (id === undefined && happensIn(world, 70)) id = await sightingOf(client, name)
  if (id === undefined && happensIn(world, 50)) id = await client.create(name)
  if (id === undefined) id = await sightingOf(client, name)
  if (id === undefined || world.users.some((user) => user.id === id)) return undefined
  const user: Known = { ...name, id, state: 'active', isBusy: false, held: [] }
  world.users.push(user)
  return user
}

/** Looks for the user of a creation without a reply. It can be there, and then belongs to this client. */
async function sightingOf(
  client: Client,
  { username, email, nonce }: Pick<Known, 'username' | 'email' | 'nonce'>,
) {
  const { random, recorder } = client.world
  const by = random.pick(['username', 'email'] as const) ?? 'username'
  const value = by === 'username' ? username : email
  const before = recorder.operations.length
  const replies = () =>
    recorder.operations
      .slice(before)
      .filter((one) => one.kind === 'find' && one.value === value && one.outcome === 'ok')
  let id: string | undefined
  // Only a look-up with a reply shows whether the creation happened.
  for (let times = 0; times < 3 && replies().length === 0; times++) id = await client.find(by, value)
  const isOwn = replies().some(
    (one) => one.kind === 'find' && one.found?.user === id && one.found?.nonce === nonce,
  )
  return isOwn ? id : undefined
}

async function createOne(client: Client): Promise<void> {
  const user = await create(client)
  if (!user || !happensIn(client.world, 50)) return
  for (const by of keys) await client.find(by, user[by])
}

/**
 * Several requests for one username, one email address or both at the same time, and then deletes, so that they are free for the next
 * turn. A request whose other key is free must leave nothing behind when it is refused.
 */
async function contestName(client: Client): Promise<void> {
  const { random, prefix, users } = client.world
  const username = `${prefix}-shared-${random.below(contested)}`
  const email = `${username}@example.com`
  const anyOf = () => random.pick([{ username, email }, { username }, { email }]) ?? {}
  const made = await Promise.all(Array.from({ length: 1 + random.below(3) }, () => create(client, anyOf())))
  const found = [await client.find('username', username), await client.find('email', email)]
  for (const user of made) if (user) await remove(client, user)
  // The creation of a user whom no client knows had no reply. The name must become free.
  for (const id of new Set(found))
    if (id !== undefined && !users.some((user) => user.id === id)) await client.changeState({ id }, 'delete')
}

async function findSomeone(client: Client): Promise<void> {
  const { random, tried, users } = client.world
  const user = random.pick(users)
  const name = random.pick(tried)
  if (user && random.below(3) === 0) await client.find('id', user.id)
  else if (name && random.below(2) === 0) await client.find('username', name.username)
  else if (name) await client.find('email', name.email)
}

async function logInSomeone(client: Client): Promise<void> {
  const { world } = client
  const user = world.random.pick(world.users)
  if (!user) return
  const { password, oldPassword } = user
  // A few attempts must fail. More of them would reach the limits of failed sign-ins.
  if (user.state !== 'active' && !happensIn(world, 5)) return
  if (oldPassword !== undefined && happensIn(world, 3)) await client.logIn(user, oldPassword)
  else if (password !== undefined && user.held.length < 20) await client.logIn(user, password)
}

/** Picks a session, mostly a recent one. */
function pickHeld({ random, users }: World): Held | undefined {
  const held = (random.below(3) > 0 ? users.slice(-40) : users).flatMap((user) => user.held)
  // An ended session is used, too: it must not come back.
  return random.below(5) === 0 ? random.pick(held) : random.pick(held.filter(({ isOver }) => !isOver))
}

/** Signs in, and uses the session for a while. */
async function visit(client: Client): Promise<void> {
  const { random, users } = client.world
  const user = random.pick(users.slice(-60).filter((one) => one.state === 'active' && one.held.length < 20))
  if (user?.password === undefined) return
  const held = await client.logIn(user, user.password)
  if (!held) return
  for (let times = 1 + random.below(5); times > 0; times--) {
    await client.use(held, random.below(3) === 0 ? 'me' : 'validate')
    await refreshOnce(client, held)
  }
}

async function useSome(client: Client, kind: 'validate' | 'me'): Promise<void> {
  const held = pickHeld(client.world)
  if (held) await client.use(held, kind)
}

const newestToken = ({ refreshTokens }: Held): string => refreshTokens.at(-1) ?? ''

/** Exchanges the newest refresh token, as several tabs do at once, or the one before it, as after a lost reply. */
async function refreshSome(client: Client): Promise<void> {
  const held = pickHeld(client.world)
  if (held) await refreshOnce(client, held)
}

async function refreshOnce(client: Client, held: Held): Promise<void> {
  const { random } = client.world
  if (held.isBusy) return
  held.isBusy = true
  const token = random.below(6) === 0 ? held.refreshTokens.at(-2) : newestToken(held)
  await times(1 + random.below(3), () => client.refresh(held, token ?? newestToken(held)))
  held.isBusy = false
}

/** Presents a refresh token that a thief may have copied, while the session is in use. */
async function reuseToken(client: Client): Promise<void> {
  const { users, random } = client.world
  const held = random.pick(users.flatMap(({ held }) => held).filter((one) => one.refreshTokens.length > 2))
  if (!held || held.isBusy) return
  held.isBusy = true
  const old = held.refreshTokens[random.below(held.refreshTokens.length - 2)] ?? ''
  await Promise.all([
    client.refresh(held, old),
    client.use(held, 'validate'),
    client.refresh(held, newestToken(held)),
  ])
  await probe(client, [held])
  held.isBusy = false
}

/** Uses sessions that should be over, at every node. */
async function probe(client: Client, held: readonly Held[]): Promise<void> {
  const { scene, random } = client.world
  for (const one of held.slice(-3)) {
    await Promise.all(
      scene.nodes.flatMap((_, node) => [client.use(one, 'validate', node), client.use(one, 'me', node)]),
    )
    if (random.below(2) === 0) await client.refresh(one, newestToken(one))
  }
}

/** Uses a session while something ends it. */
async function duringUse<T>(client: Client, held: Held | undefined, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.all([
    work(),
    held && client.use(held, 'validate'),
    held && client.refresh(held, newestToken(held)),
  ])
  return done
}

async function logOutSome(client: Client): Promise<void> {
  const held = pickHeld(client.world)
  if (!held) return
  const { outcome } = await duringUse(client, held, () => client.use(held, 'logOut'))
  await probe(client, [held])
  if (outcome === 'unknown' && happensIn(client.world, 50)) {
    await client.use(held, 'logOut')
    await probe(client, [held])
  }
}

/** Picks a user whom no other client changes, and keeps it until the work is done. */
async function withSomeone(client: Client, work: (user: Known) => Promise<void>): Promise<void> {
  const { random, users } = client.world
  const user = random.pick(users.slice(-60).filter(({ isBusy, state }) => !isBusy && state !== 'deleted'))
  if (!user) return
  user.isBusy = true
  await work(user)
  user.isBusy = false
}

/** Repeats a change that had no reply, and then uses the sessions that it has ended. */
async function change(client: Client, user: Known, kind: 'delete' | 'suspend' | 'restore'): Promise<void> {
  const { random, scene } = client.world
  const held = random.pick(user.held)
  const last = user.password
  let { outcome } = await duringUse(client, held, () => client.changeState(user, kind))
  if (outcome === 'unknown') ({ outcome } = await client.changeState(user, kind))
  if (outcome === 'ok')
    user.state = kind === 'delete' ? 'deleted' : kind === 'suspend' ? 'suspended' : 'active'
  if (kind === 'restore') return
  await probe(client, user.held)
  if (kind === 'delete') await Promise.all(scene.nodes.map(() => client.find('id', user.id)))
  if (last !== undefined && happensIn(client.world, 10)) await client.logIn(user, last)
}

function suspendSomeone(client: Client): Promise<void> {
  return withSomeone(client, async (user) => {
    await change(client, user, 'suspend')
    if (happensIn(client.world, 70)) await change(client, user, 'restore')
  })
}

async function remove(client: Client, user: Known): Promise<void> {
  await change(client, user, 'delete')
  for (const by of keys) await client.find(by, user[by])
}

function deleteSomeone(client: Client): Promise<void> {
  return withSomeone(client, (user) => remove(client, user))
}

function changeSomePassword(client: Client): Promise<void> {
  return withSomeone(client, async (user) => {
    const held = user.held.findLast(({ isOver }) => !isOver)
    if (!held || user.password === undefined || user.state !== 'active') return
    const password = newPassword(client.world)
    const before = [...user.held]
    const { outcome } = await duringUse(client, held, () => client.changePassword(held, password))
    takePassword(user, outcome, password)
    await probe(client, before)
  })
}

/** Makes a one-time link, and uses it several times. */
function useOneLink(client: Client): Promise<void> {
  return withSomeone(client, async (user) => {
    const { world } = client
    if (user.state !== 'active') return
    const older = happensIn(world, 20) ? await client.makeLink(user) : undefined
    const link = await client.makeLink(user)
    if (link === undefined) return
    const before = [...user.held]
    const use = async () => {
      const password = newPassword(world)
      const { outcome } = await client.useLink(user, link, password)
      takePassword(user, outcome, password)
    }
    // Before the newer link is used: every use voids all links of the user, and so would hide an older link that still works.
    if (older !== undefined && happensIn(world, 50)) await client.useLink(user, older, newPassword(world))
    await duringUse(client, before.at(-1), () => times(1 + world.random.below(2), use))
    await probe(client, before)
    if (older !== undefined) await client.useLink(user, older, newPassword(world))
    await use()
  })
}

function takePassword(user: Known, outcome: string, password: string): void {
  if (outcome === 'refused') return
  if (user.password !== undefined) user.oldPassword = user.password
  // After a change without a reply, nobody knows which password is right.
  user.password = outcome === 'ok' ? password : undefined
}
