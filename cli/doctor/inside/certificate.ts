import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { messageOf } from '#runtime/log/thrown.ts'
import { judgeDates } from '../certificate-dates.ts'
import { type Check, type Finding, fail, orElse, skipped } from '../check.ts'

/** Checks the certificate with which the services themselves serve TLS. */
export const certificateCheck: Check = {
  name: 'certificate',
  run({ settings: { tlsCert, tlsKey } }) {
    if (tlsCert === undefined || tlsKey === undefined)
      return [skipped('TLS is off here: LATCHKEY_TLS_CERT is not set')]
    try {
      const certificate = new X509Certificate(readFileSync(tlsCert))
      const dates = judgeDates(
        certificate,
        `put a new certificate into ${tlsCert} and its key into ${tlsKey}: no restart is needed`,
      )
      return orElse([...dates.wrong, ...keyOf(certificate, { tlsCert, tlsKey })], dates.found)
    } catch (error) {
      return [
        fail(
          `${tlsCert} or ${tlsKey} cannot be used: ${messageOf(error)}`,
          'both must be PEM, and the key not encrypted',
        ),
      ]
    }
  },
}

function keyOf(
  certificate: X509Certificate,
  { tlsCert, tlsKey }: { tlsCert: string; tlsKey: string },
): Finding[] {
  if (certificate.checkPrivateKey(createPrivateKey(readFileSync(tlsKey)))) return []
  return [
    fail(
      `the key in ${tlsKey} does not match the certificate in ${tlsCert}`,
      `put the key of the certificate into ${tlsKey}`,
    ),
  ]
}
