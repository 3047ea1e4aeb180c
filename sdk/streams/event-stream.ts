/** One event of a `text/event-stream`. */
export interface StreamEvent {
  /** The name of the event; `message` if the stream gives none. */
  type: string
  data: string
  /** The latest `id` in the stream up to this event; empty if there was none. */
  lastEventId: string
}

/** The maximum length of a line and of an event, in UTF-16 units. Latchkey sends nothing longer. */
const maxLength = 65_536

/**
 * Creates a parser of server-sent events (WHATWG HTML, section 9.2.6), which takes the stream in pieces of any size. An event
 * that the end of the stream cuts off is dropped. `onRetry` gets the milliseconds that the service asks its reader to wait
 * before it reconnects.
 * @throws {RangeError} from `push`, for a line or an event of more than 64 KiB
 * @example
 * const parser = createEventStreamParser(({ type, data }) => console.log(type, data))
 * parser.push(new TextEncoder().encode('event: greeting\ndata: hello\n\n'))
 */
export function createEventStreamParser(
  onEvent: (event: StreamEvent) => void,
  onRetry?: (ms: number) => void,
): { push(bytes: Uint8Array): void } {
  // TextDecoder removes a byte order mark at the beginning by itself.
  const utf8 = new TextDecoder()
  let line = ''
  let endedByCr = false
  let type = ''
  let data: string[] = []
  let dataLength = 0
  let lastEventId = ''

  function dispatch(): void {
    // An event without data is not dispatched (section 9.2.6), but its id counts.
    if (data.length > 0) onEvent({ type: type || 'message', data: data.join('\n'), lastEventId })
    type = ''
    data = []
    dataLength = 0
  }

  function takeField(name: string, value: string): void {
    if (name === 'event') type = value
    else if (name === 'id' && !value.includes('\0')) lastEventId = value
    else if (name === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value))
    else if (name === 'data') {
      dataLength += value.length + 1
      if (dataLength > maxLength) throw new RangeError('An event of the stream is longer than 64 KiB.')
      data.push(value)
    }
  }

  function takeLine(): void {
    if (line === '') {
      dispatch()
      return
    }
    // A line that begins with a colon is a comment. It is parsed as a field without a name, which is ignored.
    const colon = line.indexOf(':')
    if (colon === -1) takeField(line, '')
    else takeField(line.slice(0, colon), line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1)))
  }

  function append(part: string): void {
    line += part
    if (line.length > maxLength) throw new RangeError('A line of the stream is longer than 64 KiB.')
  }

  return {
    push(bytes) {
      const text = utf8.decode(bytes, { stream: true })
      let start = 0
      for (const { 0: end, index } of text.matchAll(/[\r\n]/g)) {
        // CRLF ends one line, also when a piece ends between CR and LF.
        const isSecondHalf = end === '\n' && endedByCr && index === start
        endedByCr = end === '\r'
        if (!isSecondHalf) {
          append(text.slice(start, index))
          takeLine()
          line = ''
        }
        start = index + 1
      }
      if (start === text.length) return
      endedByCr = false
      append(text.slice(start))
    },
  }
}
