import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import type { Log } from '../log/log.ts'
import { stillAdmitted } from '../requests/operation.ts'
import type { FileReply } from '../requests/route.ts'
import { isHead } from './head-request.ts'
import { endMeasuring } from './request-durations.ts'

interface FileOptions {
  /** Checks again whether the reader is admitted. @throws {Failure} */
  admitAgain(): Promise<unknown>
  /** The time between two checks of whether the reader is still admitted. */
  admissionMs: number
  headers: Record<string, string>
  log: Log
}

/**
 * Sends a file part by part, as fast as the client reads it: each part is made when the part before it was sent. The headers are
 * sent only after the first part was made, so that an error in making it gets an error response. A later error closes the
 * connection, and so does a client that has lost its access: the status has been sent by then, and a file that ends normally
 * would look complete.
 */
export async function sendFile(reply: FastifyReply, file: FileReply, options: FileOptions): Promise<void> {
  const response = reply.raw
  const parts = file.parts[Symbol.asyncIterator]()
  const hasNoBody = isHead(reply.request.raw)
  const first = hasNoBody ? undefined : await parts.next()
  reply.hijack()
  response.writeHead(200, {
    ...options.headers,
    'content-type': `${file.type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${file.name}"`,
  })
  // The duration of the request is not measured, because it depends on how fast the reader takes the file.
  endMeasuring(response)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const cut = (error: unknown, message: string) => {
    options.log.warn({ err: error }, message)
    response.destroy()
  }
  const endParts = () =>
    parts.return?.().catch((error) => cut(error, 'download cut, because its end could not be recorded'))
  if (!first) {
    // The file may be the response of another process, whose connection would stay open.
    await endParts()
    return void response.end()
  }
  const admission = setInterval(
    () =>
      stillAdmitted(options.admitAgain, options.log).catch((error) =>
        cut(error, 'download cut, because its reader is no longer authorized'),
      ),
    options.admissionMs,
  )
  try {
    for (let part = first; !part.done && !response.destroyed; part = await parts.next())
      if (!response.write(part.value)) await once(response, 'drain', { signal: gone.signal })
  } catch (error) {
    if (!gone.signal.aborted) cut(error, 'download cut, because it could not be created')
  } finally {
    clearInterval(admission)
    await endParts()
  }
  response.end()
}
