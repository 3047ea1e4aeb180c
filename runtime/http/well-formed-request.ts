import type { IncomingMessage } from 'node:http'

/**
 * What Node's parser lets through although two programs on the way of a request could read it differently: then what a proxy
 * has let pass is not what is answered here. RFC 9112 section 3.2 has a server refuse a Host that is missing, repeated or
 * malformed, and section 6.1 distrust a Transfer-Encoding in HTTP/1.0. Two credentials are one too many for the same reason.
 */
export function isWellFormed({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  let credentials = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    // By length first: this is done for every header of every request.
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
    else if (name.length === 13 && name.toLowerCase() === 'authorization') credentials++
  }
  if (hosts > 1 || credentials > 1) return false
  if (hosts === 0 ? httpVersion !== '1.0' : !hostName.test(headers.host ?? '')) return false
  const encoding = headers['transfer-encoding']
  // Nothing here undoes another coding, so that a body in one would be taken for something else.
  return encoding === undefined || (httpVersion === '1.1' && encoding.toLowerCase() === 'chunked')
}

/** RFC 9110 section 7.2: what a URI has there (RFC 3986 section 3.2.2), and a port. It may be empty. */
const hostName = /^(?:\[[\w.:~%!$&'()*+,;=-]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/
