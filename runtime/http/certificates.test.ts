import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAuthority, writeIdentity } from '#tests/support/certificates.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'
import { createLog } from '../log/log.ts'
import { openCertificates } from './certificates.ts'

const dayMs = 86_400_000
const authority = newAuthority('test')

/** Opens a certificate that expires at this distance from now, and collects the lines of the log. */
async function opened(goodForMs: number) {
  const folder = temporaryFolder()
  const files = writeIdentity(folder, authority.issue('localhost', goodForMs))
  const lines: { level: string; msg: string; expires_at?: string }[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const named = { cert: files.LATCHKEY_TLS_CERT, key: files.LATCHKEY_TLS_KEY, clientCa: undefined }
  const certificates = await openCertificates(named, log)
  return {
    lines,
    told: () => lines.map(({ level, msg }) => `${level}: ${msg}`),
    replace: (ms: number) => void writeIdentity(folder, authority.issue('localhost', ms)),
    [Symbol.asyncDispose]: () => certificates.stop(),
  }
}

test('a certificate that has expired is logged at the start, and the process starts', async () => {
  await using certificates = await opened(-60_000)
  assert.deepEqual(certificates.told(), ['error: the certificate has expired: clients refuse it'])
  const [line] = certificates.lines
  assert.ok(line?.expires_at && Date.parse(line.expires_at) < Date.now())
})

test('a certificate that expires within 14 days is logged, and a later one is not', async () => {
  await using soon = await opened(13 * dayMs)
  assert.deepEqual(soon.told(), ['warn: the certificate expires within 14 days'])
  await using later = await opened(15 * dayMs)
  assert.deepEqual(later.told(), [])
})

test('a certificate that is replaced is judged anew, once', async () => {
  await using certificates = await opened(60 * dayMs)
  certificates.replace(-60_000)
  const isChanged = (line: string) => line.includes('certificates reloaded')
  await until('the expired certificate is in use', () => certificates.told().some(isChanged))
  assert.deepEqual(
    certificates.told().filter((line) => !isChanged(line) && !line.includes('cannot be used')),
    ['error: the certificate has expired: clients refuse it'],
  )
})
