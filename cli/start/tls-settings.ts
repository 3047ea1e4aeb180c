import type { CertificateFiles } from '#runtime/http/certificates.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { AllSettings } from '../settings/all-settings.ts'

/** Returns the files that turn TLS on; undefined if TLS is off. */
export function certificateFiles(settings: AllSettings): CertificateFiles | undefined {
  const { tlsCert: cert, tlsKey: key, tlsClientCa: clientCa } = settings
  const faults: string[] = []
  if ((cert === undefined) !== (key === undefined))
    faults.push('LATCHKEY_TLS_CERT and LATCHKEY_TLS_KEY must be set together.')
  if (clientCa !== undefined && cert === undefined && key === undefined)
    faults.push('LATCHKEY_TLS_CLIENT_CA needs LATCHKEY_TLS_CERT and LATCHKEY_TLS_KEY.')
  if (settings.tlsClientCerts === 'all' && clientCa === undefined)
    faults.push('LATCHKEY_TLS_CLIENT_CERTS needs LATCHKEY_TLS_CLIENT_CA.')
  if (settings.tlsClientCerts === 'internal' && clientCa !== undefined && settings.internalPort === undefined)
    faults.push(
      'LATCHKEY_TLS_CLIENT_CA has no effect without LATCHKEY_INTERNAL_PORT or LATCHKEY_TLS_CLIENT_CERTS=all.',
    )
  if (faults.length > 0) throw new StartFault(faults, { exitCode: 2 })
  return cert === undefined || key === undefined ? undefined : { cert, key, clientCa }
}
