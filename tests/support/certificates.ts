import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A certificate authority for one test. */
export interface Authority {
  /** The certificate of the authority, as PEM. */
  cert: string
  /**
   * Issues a certificate for `localhost` and 127.0.0.1, and for the hosts, for servers and clients. It is valid for a day, or for
   * `goodForMs`, which may be negative for a certificate that has expired.
   */
  issue(name: string, goodForMs?: number, hosts?: readonly string[]): { cert: string; key: string }
}

export function newAuthority(name: string): Authority {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    cert: certificate({
      subject: name,
      issuer: name,
      key: privateKey,
      signedBy: privateKey,
      isAuthority: true,
    }),
    issue(subject, goodForMs, hosts) {
      const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      return {
        cert: certificate({
          subject,
          issuer: name,
          key,
          signedBy: privateKey,
          isAuthority: false,
          goodForMs,
          hosts,
        }),
        key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
      }
    },
  }
}

/** Writes certificate and key to files, and returns the settings that name the files. */
export function writeIdentity(folder: string, { cert, key }: { cert: string; key: string }) {
  const files = { LATCHKEY_TLS_CERT: join(folder, 'tls.crt'), LATCHKEY_TLS_KEY: join(folder, 'tls.key') }
  writeFileSync(files.LATCHKEY_TLS_CERT, cert)
  writeFileSync(files.LATCHKEY_TLS_KEY, key, { mode: 0o600 })
  return files
}

interface Contents {
  subject: string
  issuer: string
  key: KeyObject
  signedBy: KeyObject
  isAuthority: boolean
  goodForMs?: number | undefined
  hosts?: readonly string[] | undefined
}

const dayMs = 86_400_000

/** Makes an X.509 certificate (RFC 5280 section 4.1), because node:crypto can read certificates but not make them. */
function certificate(contents: Contents): string {
  const { subject, issuer, key, signedBy, isAuthority, goodForMs = dayMs, hosts = [] } = contents
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
  const tbs = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(time(Date.now() - 2 * dayMs), time(Date.now() + goodForMs)),
    commonName(subject),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        extension('551d13', isAuthority ? sequence(tagged(0x01, Buffer.from([0xff]))) : sequence()),
        extension(
          '551d11',
          sequence(
            ...['localhost', ...hosts].map((host) => tagged(0x82, Buffer.from(host))),
            tagged(0x87, Buffer.from([127, 0, 0, 1])),
          ),
        ),
      ),
    ),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', tbs, signedBy)])
  const whole = sequence(tbs, ecdsaWithSha256, tagged(0x03, signature)).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}(?!$)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, ...parts)
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes)
const objectId = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))
const extension = (id: string, value: Buffer): Buffer => sequence(objectId(id), tagged(0x04, value))
const commonName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from(name)))))
const time = (epochMs: number): Buffer =>
  tagged(0x18, Buffer.from(`${new Date(epochMs).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
