import type { IncomingMessage } from 'node:http'

/**
 * False for a request that Node's parser accepts although a proxy on its way could read it differently, which is how requests
 * are smuggled. A server must refuse a Host that is missing, repeated or malformed (RFC 9112 section 3.2) and distrust a
 * Transfer-Encoding in HTTP/1.0 (section 6.1). Two credentials are refused for the same reason.
 */
export function isWellFormed({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  let credentials = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    // The length is compared first, because this runs for every header of every request.
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
    else if (name.length === 13 && name.toLowerCase() === 'authorization') credentials++
  }
  if (hosts > 1 || credentials > 1) return false
  if (hosts === 0 ? httpVersion !== '1.0' : !hostName.test(headers.host ?? '')) return false
  const encoding = headers['transfer-encoding']
  // Node decodes no other transfer coding, so a body in another one would be misread.
  return encoding === undefined || (httpVersion === '1.1' && encoding.toLowerCase() === 'chunked')
}

/** The form of a Host header (RFC 9110 section 7.2): a host (RFC 3986 section 3.2.2), perhaps with a port. It may be empty. */
const hostName = /^(?:\[[\w.:~%!$&'()*+,;=-]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/
