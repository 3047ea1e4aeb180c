import { constants, type ServerHttp2Stream } from 'node:http2'
import {
  type ServerInterceptingCallInterface as InterceptingCall,
  Metadata,
  type ServerInterceptingCall,
  type ServerInterceptor,
  status,
} from '@grpc/grpc-js'
import { Failure } from '#contract/declaration/failures.ts'
import { overloaded } from '../limits/overloaded.ts'
import { type Reporting, reportFailure } from '../requests/report-failure.ts'
import { type ErrorMessages, rpcStatus } from './status.ts'

export interface ArrivalBounds {
  /**
   * The time that the first message of a call may take after its headers; a call with one message must be complete in this time.
   */
  arrivalMs: number
  /** The maximum number of calls of all clients that may have an incomplete message at the same time. */
  maxArriving: number
}

/** The time that a client has to read the status of a call that was ended because its message was late or there were too many. */
const closingMs = 1_000

interface Arrival {
  call: InterceptingCall
  stream: ServerHttp2Stream
  since: number
  /** True once the client has announced that it sends no more. */
  isWhole: boolean
  /** True once a status was sent to the client. */
  isAnswered: boolean
}

/**
 * Ends calls whose messages do not arrive. The library buffers a message before any code of ours runs. So a client that sends
 * only the first part of many messages would keep all those parts in memory as long as its connection is open. A call counts
 * until its client has said that it sends no more: until then the buffer can hold part of another message, even one that no rpc
 * expects. After the status, the library leaves a call open for as long as the client does, so the call is closed here.
 */
export function boundArrival(
  { arrivalMs, maxArriving, stalledMs }: ArrivalBounds & { stalledMs: number },
  { messages, reporting }: { messages: ErrorMessages; reporting: Reporting },
): ServerInterceptor {
  const silent = lateArrivals(arrivalMs, (arrival) => end(arrival, new Failure('request_timeout')))
  /** The calls in the order in which they began. */
  const arriving = new Set<Arrival>()
  const forget = (arrival: Arrival) => {
    silent.delete(arrival)
    arriving.delete(arrival)
  }
  const end = (arrival: Arrival, failure: Failure) => {
    forget(arrival)
    if (arrival.isAnswered) return reset(arrival)
    reportFailure({ error: failure }, undefined, reporting)
    refuse(arrival.call, failure, messages)
  }
  /**
   * Closes the stream of a call that was answered before its client had sent everything. Until then the
   * library keeps the bytes that have arrived.
   */
  const closeBehindStatus = (arrival: Arrival, isBegun: boolean) => {
    const { stream } = arrival
    arrival.isAnswered = true
    silent.delete(arrival)
    if (stream.destroyed) return forget(arrival)
    stream.once('close', () => forget(arrival))
    const closeSoon = () => setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR))
    if (!isBegun) return void closeSoon()
    // After a reply, the status is in the trailers, which are sent once the client has read the reply, if it
    // ever does.
    stream.once('wantTrailers', closeSoon)
    setTimeout(reset, arriving.has(arrival) ? stalledMs : closingMs, arrival).unref()
  }

  return ({ requestStream }, call) => {
    const { stream } = call as unknown as Pick<Arrival, 'stream'>
    const arrival = { call, stream, since: performance.now(), isWhole: false, isAnswered: false }
    silent.add(arrival)
    arriving.add(arrival)
    // The methods of the call are replaced, because wrapping the call in another one would cost more.
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
    if (oldest) end(oldest, overloaded('rpc_messages'))
    return call as ServerInterceptingCall
  }
}

/**
 * Calls `onLate` for every arrival that was added and is still there after `limitMs`. One timer serves all
 * arrivals.
 */
function lateArrivals(limitMs: number, onLate: (arrival: Arrival) => void) {
  /** The calls in the order in which they began. */
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

/** Closes a stream immediately. With any other code Node waits until the client has read what was written. */
const reset = ({ stream }: Arrival): void => stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM)
