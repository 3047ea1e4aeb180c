import { isIP } from 'node:net'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { codeOf, messageOf } from '#runtime/log/thrown.ts'
import { isLoopback } from '#runtime/network.ts'
import { judgeDates } from '../certificate-dates.ts'
import { type Check, type Finding, fail, orElse, skipped, warn } from '../check.ts'

/** Checks the certificate, its chain and the versions of TLS at the public URL. */
export const tlsCheck: Check = {
  name: 'tls',
  async run({ url }, signal) {
    if (!url) return []
    if (url.protocol === 'http:')
      return isLoopback(url.hostname)
        ? [skipped('clear text, on this machine')]
        : [
            fail(
              `${url.origin} is clear text: passwords can be read on the network`,
              'put a TLS proxy in front of Latchkey (docs/guide/proxies.md), or turn TLS on (docs/guide/tls.md)',
            ),
          ]
    const seen = await handshake(url, { signal })
    if (seen instanceof Error && unreachable.has(codeOf(seen) ?? '')) throw seen
    if (seen instanceof Error)
      return [
        fail(
          `no TLS with ${url.host}: ${codeOf(seen) ?? messageOf(seen)}`,
          'check what listens there, and its certificate and key',
        ),
      ]
    const { certificate, untrusted, protocol } = seen
    const dates = certificate
      ? judgeDates(certificate, 'renew it; Latchkey and most proxies load a new file without a restart')
      : undefined
    // An expired certificate is untrusted too, but the finding about its dates is clearer.
    const chain =
      untrusted === undefined || untrusted === 'CERT_HAS_EXPIRED' ? [] : [chainFinding(untrusted, url)]
    const wrong = [...(dates?.wrong ?? []), ...chain, ...(await oldVersions(url, signal))]
    return orElse(wrong, `${protocol}, ${dates?.found ?? ''}, its chain is trusted`)
  },
}

const unreachable = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])

interface Seen {
  certificate: ReturnType<TLSSocket['getPeerX509Certificate']>
  /** The reason why a client would not trust the certificate: a code of OpenSSL or of Node; undefined if a client would. */
  untrusted: string | undefined
  protocol: string | null
}

function handshake(
  { hostname, port }: URL,
  { signal, ...options }: ConnectionOptions & { signal: AbortSignal },
): Promise<Seen | Error> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return new Promise((resolve) => {
    // An IP address must not be sent as a server name (RFC 6066 section 3).
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = connect({
      host,
      port: Number(port || 443),
      ...name,
      ...options,
      rejectUnauthorized: false,
    })
    signal.addEventListener('abort', () => socket.destroy(), { once: true })
    socket.once('error', resolve)
    socket.once('close', () => resolve(new Error('the connection was closed')))
    socket.once('secureConnect', () => {
      const { authorizationError } = socket
      resolve({
        certificate: socket.getPeerX509Certificate(),
        untrusted: authorizationError
          ? (codeOf(authorizationError) ?? String(authorizationError))
          : undefined,
        protocol: socket.getProtocol(),
      })
      socket.destroy()
    })
  })
}

function chainFinding(untrusted: string, { hostname, host }: URL): Finding {
  if (untrusted === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return fail(`the certificate is not for the name ${hostname}`, `get a certificate for ${hostname}`)
  if (/^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/.test(untrusted))
    return fail(
      `the certificate chain of ${host} is incomplete, or its authority is unknown here`,
      'serve the intermediate certificates too (fullchain.pem); for your own authority, set NODE_EXTRA_CA_CERTS=ca.crt',
    )
  return fail(
    `clients do not trust the certificate of ${host} (${untrusted})`,
    'get a certificate from an authority that your clients trust',
  )
}

async function oldVersions(url: URL, signal: AbortSignal): Promise<Finding[]> {
  const old = await handshake(url, {
    signal,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  if (old instanceof Error) return []
  return [
    warn(
      `${url.host} still accepts ${old.protocol}`,
      'require TLS 1.2, in nginx: ssl_protocols TLSv1.2 TLSv1.3;',
    ),
  ]
}
