import { Agent, get } from 'node:http'
import { createEventStreamParser } from '#sdk/streams/event-stream.ts'

/**
 * Holds event streams of ended sessions (the revocation feed) open: `node bench/loads/streams.ts URL TOKEN
 * COUNT`. It writes `open` when each stream has received its first event. Then it writes a line for every
 * session that ends: the id, and when the first and the last stream received the event, in epoch
 * milliseconds.
 */
const [url = '', token = '', count = '1000'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const ends = new Map<string, { first: number; told: number }>()
let open = 0

function tell(sessionId: string): void {
  const now = performance.timeOrigin + performance.now()
  const end = ends.get(sessionId) ?? { first: now, told: 0 }
  ends.set(sessionId, end)
  if (++end.told === Number(count)) process.stdout.write(`${sessionId} ${end.first} ${now}\n`)
}

for (let stream = 0; stream < Number(count); stream++) {
  const headers = { authorization: `Bearer ${token}` }
  get(`${url}/api/v1/auth/revocations`, { agent, headers }, (response) => {
    if (response.statusCode !== 200) throw new Error(`A stream was refused: ${response.statusCode}`)
    let isOpen = false
    const parser = createEventStreamParser(({ type, data }) => {
      if (type === 'session.ended') tell((JSON.parse(data) as { session_id: string }).session_id)
      if (isOpen) return
      isOpen = true
      if (++open === Number(count)) process.stdout.write('open\n')
    })
    response.on('data', (bytes: Buffer) => parser.push(bytes))
    response.once('end', () => {
      throw new Error('A stream ended.')
    })
  })
}
