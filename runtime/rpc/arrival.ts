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
import { reportFailure } from '../report-failure.ts'
import { type ErrorMessages, rpcStatus } from './status.ts'

export interface ArrivalBounds {
  /** How long the first message of a call may take after its headers; a call with one message must end within it too. */
  arrivalMs: number
  /** How many calls of all clients may have a message on its way at the same moment. */
  maxArriving: number
}

/** How long a client may leave the status of a call untaken that these bounds have ended. */
const closingMs = 1_000

interface Arrival {
  call: InterceptingCall
  stream: ServerHttp2Stream
  since: number
  /** The client has said that it sends no more. */
  isWhole: boolean
  /** The client has been given the status of the call. */
  isAnswered: boolean
}

/**
 * Ends calls whose messages do not arrive. The library buffers a message before any code of ours runs, so a client that sends
 * the first part of many messages would have all those parts kept for as long as the connection stands. A call counts until
 * its client has said that it sends no more: before that, part of another message can be in the buffer, also of one that
 * nobody wants. The library leaves a call open behind its status for as long as the client does, so it is closed here.
 */
export function boundArrival(
  { arrivalMs, maxArriving, stalledMs }: ArrivalBounds & { stalledMs: number },
  { messages, log }: { messages: ErrorMessages; log: Log },
): ServerInterceptor {
  const silent = lateArrivals(arrivalMs, (arrival) => end(arrival, new Failure('request_timeout')))
  /** The calls lie in the order in which they began. */
  const arriving = new Set<Arrival>()
  const forget = (arrival: Arrival) => {
    silent.delete(arrival)
    arriving.delete(arrival)
  }
  const end = (arrival: Arrival, failure: Failure) => {
    forget(arrival)
    if (arrival.isAnswered) return reset(arrival)
    reportFailure({ error: failure }, undefined, log)
    refuse(arrival.call, failure, messages)
  }
  /** Closes the stream of a call that was answered before its client had sent everything: what has come is kept until then. */
  const closeBehindStatus = (arrival: Arrival, isBegun: boolean) => {
    const { stream } = arrival
    arrival.isAnswered = true
    silent.delete(arrival)
    if (stream.destroyed) return forget(arrival)
    stream.once('close', () => forget(arrival))
    const closeSoon = () => setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR))
    if (!isBegun) return void closeSoon()
    // Behind a reply the status is in the trailers, which are sent once the client has taken the reply, if it ever does.
    stream.once('wantTrailers', closeSoon)
    setTimeout(reset, arriving.has(arrival) ? stalledMs : closingMs, arrival).unref()
  }

  return ({ requestStream }, call) => {
    const { stream } = call as unknown as Pick<Arrival, 'stream'>
    const arrival = { call, stream, since: performance.now(), isWhole: false, isAnswered: false }
    silent.add(arrival)
    arriving.add(arrival)
    // The methods of the call are replaced: to wrap the call in another one would cost more.
    const start = call.start.bind(call)
    call.start = (listener) =>
      start({
        onReceiveMetadata: (metadata) => listener.onReceiveMetadata(metadata),
        onReceiveMessage(message) {
          if (requestStream) silent.delete(arrival)
          listener.onReceiveMessage(message)
        },
        onReceiveHalfClose() {
          arrival.isWhole = true
          forget(arrival)
          listener.onReceiveHalfClose()
        },
        onCancel() {
          // An answered call counts until its stream is closed.
          if (!arrival.isAnswered) forget(arrival)
          listener.onCancel()
        },
      })
    const sendStatus = call.sendStatus.bind(call)
    call.sendStatus = (given) => {
      const isBegun = stream.headersSent
      sendStatus(given)
      if (!arrival.isWhole && !arrival.isAnswered) closeBehindStatus(arrival, isBegun)
    }
    const [oldest] = arriving.size > maxArriving ? arriving : []
    if (oldest) end(oldest, new Failure('overloaded'))
    return call as ServerInterceptingCall
  }
}

/** Calls `onLate` for every arrival that was added and is still there after `limitMs`. One timer serves them all. */
function lateArrivals(limitMs: number, onLate: (arrival: Arrival) => void) {
  /** The calls lie in the order in which they began. */
  const arrivals = new Set<Arrival>()
  let timer: NodeJS.Timeout | undefined
  const endLate = () => {
    timer = undefined
    const latest = performance.now() - limitMs
    for (const arrival of arrivals) {
      if (arrival.since > latest) {
        timer = setTimeout(endLate, arrival.since - latest).unref()
        return
      }
      onLate(arrival)
    }
  }
  return {
    add(arrival: Arrival): void {
      arrivals.add(arrival)
      if (timer === undefined) timer = setTimeout(endLate, limitMs).unref()
    },
    delete: (arrival: Arrival) => arrivals.delete(arrival),
  }
}

function refuse(call: InterceptingCall, failure: Failure, messages: ErrorMessages): void {
  const sent = rpcStatus(failure, { messages, names: {}, metadata: new Metadata(), requestId: '' })
  call.sendStatus({ ...sent, code: sent.code ?? status.UNKNOWN, details: sent.details ?? '' })
}

/** Closes a stream at once. With any other code Node waits until the client has taken what was written. */
const reset = ({ stream }: Arrival): void => stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM)
