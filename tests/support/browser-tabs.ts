import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tab } from '#sdk/session/tab.ts'
import type { TestClock } from './system.ts'
import { until } from './until.ts'

/** A tab whose timers, messages and events a test controls. */
export interface TestTab extends Tab {
  /** Stops timers and messages, as browsers do with a tab in the background. */
  suspend(): void
  /** Ends a suspension as a browser does: waiting messages arrive, and overdue timers run. */
  resume(): void
  /** Tells the tab that its user has returned. */
  returnTo(): void
  /** Notifies the tab that it can now read what another tab has stored. */
  seeStored(): void
  /** Returns the milliseconds until the next timer; undefined when there is none. */
  nextTimerMs(): number | undefined
}

export interface TestTabs {
  openTab(): TestTab
  /** Moves the clock and runs the timers that are due by then, each once. */
  advance(ms: number): void
}

/** Creates the tabs of one browser, which share a clock and a channel. */
export function testTabs(clock: TestClock): TestTabs {
  const tabs = new Set<{ receive(from: object, message: object): void; runTimers(): void }>()
  return {
    openTab() {
      const timers = new Map<object, { at: number; callback: () => void }>()
      const returns = new Set<() => void>()
      const unread: object[] = []
      let onMessage: ((message: unknown) => void) | undefined
      let isSuspended = false
      const deliver = () => {
        while (!isSuspended && unread.length > 0) onMessage?.(unread.shift())
      }
      const one = {
        receive(from: object, message: object) {
          if (from === one) return
          unread.push(structuredClone(message))
          queueMicrotask(deliver)
        },
        runTimers() {
          for (const [key, { at, callback }] of [...timers]) {
            if (isSuspended || at > clock.now()) continue
            timers.delete(key)
            callback()
          }
        },
      }
      tabs.add(one)
      return {
        now: clock.now,
        startTimer(ms, callback) {
          const key = {}
          timers.set(key, { at: clock.now() + ms, callback })
          return () => void timers.delete(key)
        },
        onReturn(callback) {
          returns.add(callback)
          return () => void returns.delete(callback)
        },
        openChannel(_name, receive) {
          onMessage = receive
          return {
            post(message) {
              for (const other of tabs) other.receive(one, message)
            },
            close() {
              onMessage = undefined
            },
          }
        },
        suspend() {
          isSuspended = true
        },
        resume() {
          isSuspended = false
          deliver()
          one.runTimers()
        },
        returnTo() {
          for (const callback of returns) callback()
        },
        seeStored: () => onMessage?.(undefined),
        nextTimerMs() {
          const times = [...timers.values()].map(({ at }) => at - clock.now())
          return times.length === 0 ? undefined : Math.min(...times)
        },
      }
    },
    advance(ms) {
      clock.advance(ms)
      for (const tab of tabs) tab.runTimers()
    },
  }
}

/**
 * The outcome of a request: the service answers it, it never reaches the service, something else answers, or its reply is
 * passed through a function, which may wait or throw.
 */
export type Fate = 'answered' | 'fails' | Response | ((reply: Response) => Response | Promise<Response>)

/** Makes the reply to a request get lost: the service has received the request, but the caller gets a network error. */
export const lost = (): never => {
  throw new TypeError('Failed to fetch: the connection was reset')
}

export interface TestNetwork {
  fetch: typeof fetch
  /** Every request so far, in the form `POST /auth/refresh`. */
  requests: string[]
  /** Decides what happens to each request. */
  fate: (request: string) => Fate
  /** Resolves when no request is in progress and each reply has been processed. */
  idle(): Promise<void>
}

/** Creates a network between a browser and the services. The test decides which requests and replies arrive. */
export function testNetwork(): TestNetwork {
  let underWay = 0
  const network: TestNetwork = {
    requests: [],
    fate: () => 'answered',
    async fetch(input, init) {
      const request = new Request(input, init)
      const name = `${request.method} ${new URL(request.url).pathname}`
      network.requests.push(name)
      underWay++
      try {
        const fate = network.fate(name)
        if (fate === 'fails') throw new TypeError('Failed to fetch: the network is down')
        if (fate instanceof Response) return fate
        const reply = await fetch(request)
        const body = await reply.text()
        const whole = new Response(body === '' ? null : body, {
          status: reply.status,
          headers: reply.headers,
        })
        return fate === 'answered' ? whole : await fate(whole)
      } finally {
        underWay--
      }
    },
    async idle() {
      do {
        await until('no request under way', () => underWay === 0)
        await nextTurn()
        await nextTurn()
      } while (underWay > 0)
    },
  }
  return network
}
