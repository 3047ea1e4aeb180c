/** The functions of a browser tab that a session needs. Where there is no tab, as in Node, there are no events. */
export interface Tab {
  /** Returns the time in epoch milliseconds. */
  now(): number
  /** Calls `callback` once after `ms` milliseconds. Returns a function that cancels the timer. A timer keeps no process alive. */
  startTimer(ms: number, callback: () => void): () => void
  /**
   * Calls `callback` when the user returns to the tab, or the machine to the network: timers of a tab that was suspended have not
   * run meanwhile. Returns a function that removes the callback.
   */
  onReturn(callback: () => void): () => void
  /**
   * Opens the channel to the other tabs of the origin. `onMessage` is also called without a message, when another tab has changed
   * `localStorage`: a message can arrive before what was stored can be read in this tab.
   */
  openChannel(name: string, onMessage: (message: unknown) => void): Channel
}

export interface Channel {
  post(message: object): void
  close(): void
}

/** The part of a page's `window` and `document` that is used here. Each may be absent, as in a worker or in Node. */
interface Listenable {
  addEventListener?(type: string, listener: () => void): void
  removeEventListener?(type: string, listener: () => void): void
}

/** Keeps a timer or channel of Node from keeping the process alive. In a browser, which has no `unref`, it does nothing. */
const letGo = (one: unknown): void => (one as { unref?(): void }).unref?.()

export const thisTab = (now: () => number = Date.now): Tab => ({
  now,
  startTimer(ms, callback) {
    // A delay of more than 2^31 - 1 milliseconds would make the timer fire immediately.
    const timer = setTimeout(callback, Math.min(ms, 2 ** 31 - 1))
    letGo(timer)
    return () => clearTimeout(timer)
  },
  onReturn(callback) {
    const page = globalThis as Listenable & { document?: Listenable & { visibilityState: string } }
    const { document } = page
    const onShown = () => {
      if (document?.visibilityState !== 'hidden') callback()
    }
    const listened: [Listenable | undefined, string, () => void][] = [
      [document, 'visibilitychange', onShown],
      [page, 'focus', onShown],
      [page, 'pageshow', onShown],
      [page, 'online', callback],
    ]
    for (const [at, type, listener] of listened) at?.addEventListener?.(type, listener)
    return () => {
      for (const [at, type, listener] of listened) at?.removeEventListener?.(type, listener)
    }
  },
  openChannel(name, onMessage) {
    const page = globalThis as Listenable
    const onStored = () => onMessage(undefined)
    page.addEventListener?.('storage', onStored)
    // In a browser without broadcast channels, a tab notices changes by other tabs when it next reads the store.
    const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
    if (channel) {
      letGo(channel)
      channel.onmessage = ({ data }: { data: unknown }) => onMessage(data)
    }
    return {
      post: (message) => channel?.postMessage(message),
      close() {
        page.removeEventListener?.('storage', onStored)
        channel?.close()
      },
    }
  },
})
