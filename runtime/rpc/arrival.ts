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
import type { WorkBounds } from './answer.ts'
import { type ErrorMessages, rpcStatus } from './status.ts'

export interface ArrivalBounds {
  /** How long the first message of a call may take after its headers, and with it the end of what has only one to send. */
  arrivalMs: number
  /** How many calls of all clients may have a message on its way at once. */
  maxArriving: number
}

/** How long a client whose call is ended by these bounds may take to take its status. */
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
 * Ends calls whose messages do not arrive. The library gathers a message before any code of ours runs, so that whoever sends
 * the first part of many of them would have all those parts kept for as long as the connection stands. A call counts until it
 * has said that it sends no more: before that, a part of another message can be there, also of one that nobody wants. With
 * its status the library leaves it open for as long as the client does: then it is closed here.
 */
export function boundArrival(
  { arrivalMs, maxArriving, stalledMs }: ArrivalBounds & Pick<WorkBounds, 'stalledMs'>,
  { messages, log }: { messages: ErrorMessages; log: Log },
): ServerInterceptor {
  /** In the order in which they began. */
  const silent = new Set<Arrival>()
  const arriving = new Set<Arrival>()
  let timer: NodeJS.Timeout | undefined

  const forget = (arrival: Arrival) => {
    silent.delete(arrival)
    arriving.delete(arrival)
  }
  const end = (arrival: Arrival, failure: Failure) => {
    forget(arrival)
    if (arrival.isAnswered) return reset(arrival)
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
  /** Whoever has not sent everything need not hear more than why. What has come is kept until the stream is closed. */
  const closeBehindStatus = (arrival: Arrival, isBegun: boolean) => {
    const { stream } = arrival
    arrival.isAnswered = true
    silent.delete(arrival)
    if (stream.destroyed) return forget(arrival)
    stream.once('close', () => forget(arrival))
    const closeSoon = () => setImmediate(() => stream.close(constants.NGHTTP2_NO_ERROR))
    if (!isBegun) return void closeSoon()
    // The status is in the trailers then, which come once the client has taken the reply, if it ever does.
    stream.once('wantTrailers', closeSoon)
    setTimeout(reset, arriving.has(arrival) ? stalledMs : closingMs, arrival).unref()
  }

  return ({ requestStream }, call) => {
    const { stream } = call as unknown as Pick<Arrival, 'stream'>
    const arrival = { call, stream, since: performance.now(), isWhole: false, isAnswered: false }
    silent.add(arrival)
    arriving.add(arrival)
    if (timer === undefined) timer = setTimeout(endLate, arrivalMs).unref()
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
          arrival.isWhole = true
          forget(arrival)
          listener.onReceiveHalfClose()
        },
        onCancel() {
          // Otherwise until the stream is closed.
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

function refuse(call: InterceptingCall, failure: Failure, messages: ErrorMessages): void {
  const told = rpcStatus(failure, { messages, names: {}, metadata: new Metadata(), requestId: '' })
  call.sendStatus({ ...told, code: told.code ?? status.UNKNOWN, details: told.details ?? '' })
}

/** With another code the stream is not closed before what was written is taken. */
const reset = ({ stream }: Arrival): void => stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM)
