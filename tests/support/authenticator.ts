import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The flags of authenticator data (WebAuthn section 6.1). */
export const authenticatorFlags = {
  present: 1,
  verified: 4,
  eligible: 8,
  backedUp: 16,
  attested: 64,
  extended: 128,
}

/** The parts of a response that a test falsifies. All other parts are as a browser and an authenticator send them. */
export interface Bent {
  origin?: string
  rpId?: string
  flags?: number
  counter?: number
  type?: string
  clientData?: Record<string, unknown>
  /** The bytes that are appended to the authenticator data after its flags were set. */
  extra?: Buffer
  userHandle?: string | null
}

interface Options {
  challenge: string
  rpId: string
  origin: string
}

/** The options for the attestation of a new passkey. */
interface Attested {
  format?: string
  statement?: Buffer
  /** True when the attestation is signed with the new key itself (WebAuthn section 8.2). */
  isSelfAttested?: boolean
  /** The data that the attestation signs, when a test replaces the correct data. */
  signed?: Buffer
}

/**
 * A passkey made of software, for tests that need no browser. It signs whatever it is asked to sign, so that a test can do
 * what no honest authenticator does.
 */
export class SoftPasskey {
  readonly credentialId: string
  readonly userHandle: string
  counter: number
  /** The public key as COSE. */
  readonly cose: Buffer
  private readonly key: KeyObject

  constructor({
    userHandle,
    counter = 0,
    algorithm = -7,
    credentialId = randomBytes(32).toString('base64url'),
    cose,
  }: {
    userHandle: string
    counter?: number
    algorithm?: number
    credentialId?: string
    /** The public key to show in place of that of the passkey. */
    cose?: Buffer
  }) {
    const pair =
      algorithm === -8 ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.key = pair.privateKey
    this.cose = cose ?? coseOf(pair.publicKey, algorithm)
    this.credentialId = credentialId
    this.userHandle = userHandle
    this.counter = counter
  }

  /** Returns the response to the options of a registration, as `navigator.credentials.create()` does. */
  create({ challenge, rpId, origin }: Options, bent: Bent & Attested = {}) {
    const flags = authenticatorFlags.present | authenticatorFlags.verified | authenticatorFlags.attested
    const id = Buffer.from(this.credentialId, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const data = Buffer.concat([
      head(bent.rpId ?? rpId, bent.flags ?? flags, bent.counter ?? this.counter),
      Buffer.alloc(16),
      length,
      id,
      this.cose,
      bent.extra ?? Buffer.alloc(0),
    ])
    const client = clientData('webauthn.create', { challenge, origin }, bent)
    const signed = bent.signed ?? Buffer.concat([data, createHash('sha256').update(client).digest()])
    const self = [
      cborHead(5, 2),
      cborText('alg'),
      cborNumber(-7),
      cborText('sig'),
      cborBytes(this.sign(signed)),
    ]
    const statement = bent.isSelfAttested ? Buffer.concat(self) : (bent.statement ?? cborHead(5, 0))
    const format = bent.isSelfAttested ? 'packed' : (bent.format ?? 'none')
    const attestationObject = Buffer.concat([
      cborHead(5, 3),
      cborText('fmt'),
      cborText(format),
      cborText('attStmt'),
      statement,
      cborText('authData'),
      cborBytes(data),
    ])
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  private sign(bytes: Buffer): Buffer {
    return sign(this.key.asymmetricKeyType === 'ed25519' ? null : 'sha256', bytes, this.key)
  }

  /** Returns the response to the options of a login, as `navigator.credentials.get()` does. A counter above zero rises. */
  get({ challenge, rpId, origin }: Options, bent: Bent = {}) {
    if (this.counter > 0) this.counter++
    const flags = authenticatorFlags.present | authenticatorFlags.verified
    const data = Buffer.concat([
      head(bent.rpId ?? rpId, bent.flags ?? flags, bent.counter ?? this.counter),
      bent.extra ?? Buffer.alloc(0),
    ])
    const client = clientData('webauthn.get', { challenge, origin }, bent)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: this.sign(signed).toString('base64url'),
        userHandle: bent.userHandle === undefined ? this.userHandle : bent.userHandle,
      },
      clientExtensionResults: {},
    }
  }
}

function clientData(type: string, { challenge, origin }: Omit<Options, 'rpId'>, bent: Bent): Buffer {
  const data = { type: bent.type ?? type, challenge, origin: bent.origin ?? origin, crossOrigin: false }
  return Buffer.from(JSON.stringify({ ...data, ...bent.clientData }))
}

function head(rpId: string, flags: number, counter: number): Buffer {
  const bytes = Buffer.alloc(37)
  createHash('sha256').update(rpId).digest().copy(bytes)
  bytes.writeUInt8(flags, 32)
  bytes.writeUInt32BE(counter, 33)
  return bytes
}

/** Returns the first bytes of a CBOR item, which contain its type and its length or value (RFC 8949 section 3). */
export function cborHead(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255])
}
export const cborText = (text: string): Buffer =>
  Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
export const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborNumber = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))

/** Writes a public key as COSE (RFC 9053 section 7). */
function coseOf(key: KeyObject, algorithm: number): Buffer {
  const { x = '', y } = key.export({ format: 'jwk' })
  return coseKey([
    [1, y === undefined ? 1 : 2],
    [3, algorithm],
    [-1, y === undefined ? 6 : 1],
    [-2, Buffer.from(x, 'base64url')],
    ...(y === undefined ? [] : [[-3, Buffer.from(y, 'base64url')] as [number, Buffer]]),
  ])
}

/** Writes the parameters of a COSE key (RFC 9052 section 7). */
export const coseKey = (entries: readonly [label: number, value: number | Buffer][]): Buffer =>
  Buffer.concat([
    cborHead(5, entries.length),
    ...entries.flatMap(([label, value]) => [
      cborNumber(label),
      typeof value === 'number' ? cborNumber(value) : cborBytes(value),
    ]),
  ])
