import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The date of all files in a release: the one that npm gives to the files of a package. */
export const releaseDate = new Date('1985-10-26T08:15:00.000Z')

/**
 * Returns the bills of materials in the forms of CycloneDX and SPDX, by the ends of their file names. npm writes them from the lock
 * file. Their time and random id are replaced, so that the same packages give the same text.
 */
export function billsOfMaterials(root: string): [string, string][] {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-materials-'))
  try {
    writeRuntimeLock(root, folder)
    return materialsOf(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Writes the manifest and the lock file of a project without its development dependencies. `npm sbom --omit dev` would leave out
 * every runtime dependency that a development dependency needs too.
 */
function writeRuntimeLock(root: string, folder: string): void {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value))
  const { devDependencies, ...manifest } = read('package.json')
  const { packages, ...lock } = read('package-lock.json') as Lock
  const { devDependencies: left, ...project } = packages[''] ?? {}
  const kept = Object.entries(packages).filter(([path, one]) => path !== '' && one.dev !== true)
  write('package.json', manifest)
  write('package-lock.json', { ...lock, packages: { '': project, ...Object.fromEntries(kept) } })
}

interface Lock {
  packages: Record<string, { dev?: boolean; devDependencies?: object }>
}

function materialsOf(folder: string): [string, string][] {
  const cyclonedx = readMaterials(folder, 'cyclonedx')
  // npm gives the project the name of its folder.
  cyclonedx.metadata.component.name = 'latchkey'
  cyclonedx.metadata.timestamp = releaseDate.toISOString()
  cyclonedx.serialNumber = ''
  cyclonedx.serialNumber = `urn:uuid:${idOf(cyclonedx)}`
  const spdx = readMaterials(folder, 'spdx')
  spdx.creationInfo.created = releaseDate.toISOString().replace('.000', '')
  const namespace = spdx.documentNamespace.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '')
  spdx.documentNamespace = namespace
  spdx.documentNamespace = `${namespace}${idOf(spdx)}`
  return [
    ['cyclonedx.json', toText(cyclonedx)],
    ['spdx.json', toText(spdx)],
  ]
}

interface Materials {
  metadata: { timestamp: string; component: { name: string } }
  serialNumber: string
  creationInfo: { created: string }
  documentNamespace: string
}

function readMaterials(root: string, format: 'cyclonedx' | 'spdx'): Materials {
  const args = ['sbom', '--sbom-format', format, '--package-lock-only', '--sbom-type', 'application']
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm wrote no bill of materials.\n${stderr}`)
  return JSON.parse(stdout)
}

const toText = (materials: Materials): string => `${JSON.stringify(materials, undefined, 2)}\n`

/** Returns an id in the form of a UUID (version 8, RFC 9562) that the content decides. */
function idOf(materials: Materials): string {
  const digits = createHash('sha256').update(toText(materials)).digest('hex')
  const [first, second, third, fourth, fifth] = [0, 8, 13, 17, 20].map((at) => digits.slice(at))
  return `${first?.slice(0, 8)}-${second?.slice(0, 4)}-8${third?.slice(0, 3)}-8${fourth?.slice(0, 3)}-${fifth?.slice(0, 12)}`
}
