import { type ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js'
import type { Histogram, Series } from '../metrics/histogram.ts'

/**
 * Measures how long each call takes until its status is sent. For a stream, which may last for days, it measures until the
 * first message.
 */
export function measuring(calls: Histogram): ServerInterceptor {
  const known = new Map<string, Map<number, Series>>()
  const find = (path: string, code: number): Series => {
    const ofMethod = known.get(path) ?? new Map<number, Series>()
    known.set(path, ofMethod)
    const found = calls.series('grpc', path.slice(1), status[code] ?? 'UNKNOWN')
    ofMethod.set(code, found)
    return found
  }
  return ({ path, responseStream }, call) => {
    const begunAt = performance.now()
    let isMeasured = false
    const measure = (code: number) => {
      if (isMeasured) return
      isMeasured = true
      const series = known.get(path)?.get(code) ?? find(path, code)
      series.observe((performance.now() - begunAt) / 1_000)
    }
    // The methods of the call are replaced, because wrapping the call in another one would cost more.
    const start = call.start.bind(call)
    call.start = (listener) =>
      start({
        onReceiveMetadata: (metadata) => listener.onReceiveMetadata(metadata),
        onReceiveMessage: (message) => listener.onReceiveMessage(message),
        onReceiveHalfClose: () => listener.onReceiveHalfClose(),
        onCancel() {
          measure(status.CANCELLED)
          listener.onCancel()
        },
      })
    const sendStatus = call.sendStatus.bind(call)
    call.sendStatus = (given) => {
      measure(given.code ?? status.OK)
      sendStatus(given)
    }
    if (responseStream) {
      const sendMessage = call.sendMessage.bind(call)
      call.sendMessage = (message, sent) => {
        measure(status.OK)
        sendMessage(message, sent)
      }
    }
    return call as ServerInterceptingCall
  }
}
