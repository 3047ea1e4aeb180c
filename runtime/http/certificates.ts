import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls'
import type { Log } from '../log/log.ts'
import { codeOf, messageOf } from '../log/thrown.ts'
import { startLoop } from '../loop.ts'
import { StartFault } from '../start-fault.ts'

/** The paths of the PEM files of a server. */
export interface CertificateFiles {
  /** The certificate, followed by its intermediate certificates. */
  cert: string
  key: string
  /** The certificate authorities of clients, where clients need a certificate. */
  clientCa: string | undefined
}

/** The certificates in the files, which are read again when the files change. */
export interface Certificates {
  /**
   * Makes a server use the current certificates from now on. Open connections stay open when the certificates
   * change.
   */
  secure(server: Server): void
  /** Returns the certificate and key that this process presents as a client. */
  own(): { cert: string; key: string }
  /** Returns when the certificate of this process expires, in epoch milliseconds. */
  expiresAt(): number
  stop(): Promise<void>
}

const lookAgainMs = 1_000

/**
 * Reads the certificate files, and reads them again every second. Changed files that cannot be used are logged, and the former
 * certificates stay in use.
 * @throws {StartFault} when the files cannot be used at the start
 */
export async function openCertificates(files: CertificateFiles, log: Log): Promise<Certificates> {
  let seen: Contents
  let context: SecureContextOptions
  try {
    seen = await read(files)
    context = toContext(seen, files)
  } catch (cause) {
    throw new StartFault([`${messageOf(cause)} Nothing was changed.`], { cause, exitCode: 2 })
  }
  const logDates = createDateLog(log)
  logDates(seen.cert)
  const servers = new Set<Server>()
  let fault: string | undefined
  // The files are polled: not every system notifies when a file is a link into a folder that is replaced as a whole.
  const looking = startLoop('certificates', { idleMs: lookAgainMs, log }, async () => {
    try {
      const found = await read(files)
      if (found.cert === seen.cert && found.key === seen.key && found.clientCa === seen.clientCa) {
        logDates(seen.cert)
        return false
      }
      context = toContext(found, files)
      seen = found
      fault = undefined
      logDates(seen.cert)
      for (const server of servers) server.setSecureContext(context)
      log.info('certificates reloaded')
    } catch (error) {
      const message = messageOf(error)
      // The new certificate file may be there before its key. The same message is logged once, and not at every look.
      if (message !== fault) log.warn({ reason: message }, 'changed certificates cannot be used')
      fault = message
    }
    return false
  })
  return {
    secure(server) {
      servers.add(server)
      server.once('close', () => servers.delete(server))
      server.setSecureContext(context)
    },
    own: () => ({ cert: seen.cert, key: seen.key }),
    expiresAt: () => new X509Certificate(seen.cert).validToDate.getTime(),
    stop: () => looking.stop(),
  }
}

const soonMs = 14 * 86_400_000

/**
 * Makes a function that logs a certificate that clients refuse, or will refuse soon. Each certificate is logged once for each of
 * its faults, however often the function is called.
 */
function createDateLog(log: Log): (cert: string) => void {
  let read: { cert: string; from: Date; to: Date } | undefined
  let logged: string | undefined
  return (cert) => {
    if (read?.cert !== cert) {
      const { validFromDate: from, validToDate: to } = new X509Certificate(cert)
      read = { cert, from, to }
      logged = undefined
    }
    const { from, to } = read
    const now = Date.now()
    const [level, message] =
      to.getTime() <= now
        ? (['error', 'the certificate has expired: clients refuse it'] as const)
        : from.getTime() > now
          ? (['error', 'the certificate is not valid yet: see whether the clock is right'] as const)
          : to.getTime() - now < soonMs
            ? (['warn', 'the certificate expires within 14 days'] as const)
            : []
    if (message === logged) return
    if (level) log[level]({ expires_at: to.toISOString() }, message)
    logged = message
  }
}

interface Contents {
  cert: string
  key: string
  clientCa: string | undefined
}

async function read({ cert, key, clientCa }: CertificateFiles): Promise<Contents> {
  return {
    cert: await readPem(cert),
    key: await readPem(key),
    clientCa: clientCa === undefined ? undefined : await readPem(clientCa),
  }
}

async function readPem(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new Error(`${path} cannot be read: ${codeOf(cause)}.`, { cause })
  }
}

/**
 * Checks the contents of the files, because OpenSSL accepts an empty key, and would trust all public authorities if the list
 * of authorities were empty.
 */
function toContext({ cert, key, clientCa }: Contents, files: CertificateFiles): SecureContextOptions {
  const [own] = certificatesIn(cert, files.cert)
  if (!own?.checkPrivateKey(privateKeyIn(key, files.key)))
    throw new Error(`The key in ${files.key} is not that of the certificate in ${files.cert}.`)
  if (clientCa !== undefined) certificatesIn(clientCa, files.clientCa ?? '')
  const context = {
    cert,
    key,
    ...(clientCa === undefined ? {} : { ca: clientCa }),
    minVersion: 'TLSv1.2',
  } as const
  try {
    createSecureContext(context)
  } catch (cause) {
    throw new Error(`${files.cert} cannot be used: ${codeOf(cause)}.`, { cause })
  }
  return context
}

function certificatesIn(pem: string, path: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    if (blocks.length > 0) return blocks.map((block) => new X509Certificate(block))
  } catch (cause) {
    throw new Error(`${path} holds a certificate that cannot be read.`, { cause })
  }
  throw new Error(`${path} holds no certificate in PEM.`)
}

function privateKeyIn(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch (cause) {
    throw new Error(`${path} holds no private key in PEM, or an encrypted one.`, { cause })
  }
}
