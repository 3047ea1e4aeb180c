import type { IncomingMessage } from 'node:http'
import { nextReads } from '../next-reads.ts'

/**
 * Returns whether the client of a request has disconnected. A client that has closed its half of the connection counts too: Node
 * ends such a connection.
 */
export async function isClientGone({ socket }: Pick<IncomingMessage, 'socket'>): Promise<boolean> {
  await nextReads()
  return socket.destroyed || socket.writableEnded
}
