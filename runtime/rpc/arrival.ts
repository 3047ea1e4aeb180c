import { constants, type ServerHttp2Stream } from 'node:http2'
import {
  type ServerInterceptingCallInterface as InterceptingCall,
  Metadata,
  type ServerInterceptingCall,
  type ServerInterceptor,
  status,
} from '@grpc/grpc-js'
import { Failure } from '#contract/failures.ts'
import type { Log } from '../log.ts'
import { toRefusal } from '../refusal.ts'
import { type ErrorMessages, rpcStatus } from './status.ts'

export interface ArrivalBounds {
  /** How long the first message of a call may take after its headers, and with it the end of what has only one to send. */
  arrivalMs: number
  /** How many calls of all clients may have a message on its way at once. */
  maxArriving: number
}

interface Arrival {
  call: InterceptingCall
  since: number
}

/**
 * Ends calls whose messages do not arrive. The library gathers a message before any code of ours runs, so that whoever sends
 * the first part of many of them would have all those parts kept for as long as the connection stands. A call counts until it
 * has said that it sends no more: before that, a part of another message can be there, also of one that nobody wants.
 */
export function boundArrival(
  { arrivalMs, maxArriving }: ArrivalBounds,
  { messages, log }: { messages: ErrorMessages; log: Log },
): ServerInterceptor {
  /** In the order in which they began. */
  const silent = new Set<Arrival>()
  const arriving = new Set<Arrival>()
  let timer: NodeJS.Timeout | undefined

  const end = (arrival: Arrival, failure: Failure) => {
    silent.delete(arrival)
    arriving.delete(arrival)
    toRefusal({ error: failure }, undefined, log)
    refuse(arrival.call, failure, messages)
  }
  const endLate = () => {
    timer = undefined
    const latest = performance.now() - arrivalMs
    for (const arrival of silent) {
      if (arrival.since > latest) {
        timer = setTimeout(endLate, arrival.since - latest).unref()
        return
      }
      end(arrival, new Failure('request_timeout'))
    }
  }

  return ({ requestStream }, call) => {
    const arrival = { call, since: performance.now() }
    silent.add(arrival)
    arriving.add(arrival)
    if (timer === undefined) timer = setTimeout(endLate, arrivalMs).unref()
    const [oldest] = arriving.size > maxArriving ? arriving : []
    if (oldest) end(oldest, new Failure('overloaded'))
    const isOver = () => {
      silent.delete(arrival)
      arriving.delete(arrival)
    }
    // Not wrapped in another call, which would cost each of them more than this.
    const start = call.start.bind(call)
    call.start = (listener) =>
      start({
        onReceiveMetadata: (metadata) => listener.onReceiveMetadata(metadata),
        onReceiveMessage(message) {
          if (requestStream) silent.delete(arrival)
          listener.onReceiveMessage(message)
        },
        onReceiveHalfClose() {
          isOver()
          listener.onReceiveHalfClose()
        },
        onCancel() {
          isOver()
          listener.onCancel()
        },
      })
    return call as ServerInterceptingCall
  }
}

function refuse(call: InterceptingCall, failure: Failure, messages: ErrorMessages): void {
  const told = rpcStatus(failure, { messages, names: {}, metadata: new Metadata(), requestId: '' })
  const { stream } = call as unknown as { stream: ServerHttp2Stream }
  const isBegun = stream.headersSent
  call.sendStatus({ ...told, code: told.code ?? status.UNKNOWN, details: told.details ?? '' })
  // What has come of the message is kept until the stream is closed, and its client need not close it.
  const close = () => setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR))
  // Behind the status, which is in the trailers where the reply has begun.
  if (isBegun) stream.once('wantTrailers', close)
  else close()
}
