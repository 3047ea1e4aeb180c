import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { blobPath, digestOf, entriesFrom, type LayerEntry, tarOf } from './image-layer.ts'
import { releaseDate } from './release-materials.ts'

/** The user of the image, by number because Kubernetes cannot check that a name is not root. */
const userId = 10001
const second = 1_000_000_000
/** What the image runs and how. A test compares it with `deploy/docker/Dockerfile`. */
export const imageSettings = {
  User: `${userId}:${userId}`,
  ExposedPorts: Object.fromEntries([8080, 8090, 10000, 50051, 9464, 9465].map((port) => [`${port}/tcp`, {}])),
  Env: ['PATH=/usr/local/bin:/usr/bin:/bin', 'LATCHKEY_DATA=/data', 'LATCHKEY_HOST=0.0.0.0'],
  Entrypoint: ['latchkey'],
  Cmd: ['start'],
  Volumes: { '/data': {} },
  // The format of OCI has no health check. Docker reads this one, other engines ignore it.
  Healthcheck: {
    Test: ['CMD', 'latchkey', 'health'],
    Interval: 15 * second,
    Timeout: 10 * second,
    StartPeriod: 30 * second,
    Retries: 3,
  },
}

/** The content of an image. */
export interface ImageParts {
  version: string
  /** The commit that the image is built from. */
  revision: string
  description: string
  /** The libraries that Node needs. */
  base: readonly LayerEntry[]
  /** The folder of the npm package with Node. */
  node: string
  /** The folder that `build/build-image.ts` makes. */
  product: string
}

/**
 * Returns an image for linux/amd64 as a tar archive that `docker load` and `podman load` read: an image layout of OCI 1.1
 * (https://github.com/opencontainers/image-spec/blob/v1.1.0/image-layout.md), with the index of Docker beside it.
 */
export function imageArchive(parts: ImageParts): Buffer {
  const layers = [
    { what: 'libraries of Debian 12', entries: [...parts.base, ...systemEntries] },
    { what: 'Node', entries: nodeEntries(parts.node) },
    { what: 'Latchkey', entries: productEntries(parts.product) },
  ].map(({ what, entries }) => ({ what, tar: tarOf(entries) }))
  const blobs = new Map<string, Buffer>()
  const addBlob = (mediaType: string, content: Buffer) => {
    const digest = digestOf(content)
    blobs.set(digest, content)
    return { mediaType, digest: `sha256:${digest}`, size: content.length }
  }
  const type = (name: string) => `application/vnd.oci.image.${name}`
  const stored = layers.map(({ tar }) => addBlob(type('layer.v1.tar+gzip'), gzip(tar)))
  const labels = labelsOf(parts)
  const created = releaseDate.toISOString().replace('.000', '')
  const config = addBlob(
    type('config.v1+json'),
    json({
      created,
      architecture: 'amd64',
      os: 'linux',
      config: { ...imageSettings, Labels: labels },
      rootfs: { type: 'layers', diff_ids: layers.map(({ tar }) => `sha256:${digestOf(tar)}`) },
      history: layers.map(({ what }) => ({ created, created_by: what })),
    }),
  )
  const manifest = addBlob(
    type('manifest.v1+json'),
    json({
      schemaVersion: 2,
      mediaType: type('manifest.v1+json'),
      config,
      layers: stored,
      annotations: labels,
    }),
  )
  const name = `latchkey:${parts.version}`
  const annotations = {
    'io.containerd.image.name': `docker.io/library/${name}`,
    'org.opencontainers.image.ref.name': parts.version,
  }
  const index = {
    schemaVersion: 2,
    mediaType: type('index.v1+json'),
    manifests: [{ ...manifest, annotations, platform: { architecture: 'amd64', os: 'linux' } }],
  }
  const forDocker = [
    {
      Config: blobPath(config.digest),
      RepoTags: [name],
      Layers: stored.map(({ digest }) => blobPath(digest)),
    },
  ]
  const file = (path: string, content: Buffer): LayerEntry => ({ path, mode: 0o644, content })
  return tarOf([
    file('oci-layout', json({ imageLayoutVersion: '1.0.0' })),
    file('index.json', json(index)),
    file('manifest.json', json(forDocker)),
    ...[...blobs].map(([digest, content]) => file(blobPath(digest), content)),
  ])
}

const labelsOf = ({ version, revision, description }: ImageParts) => ({
  'org.opencontainers.image.title': 'Latchkey',
  'org.opencontainers.image.description': description,
  'org.opencontainers.image.licenses': 'Apache-2.0',
  'org.opencontainers.image.version': version,
  'org.opencontainers.image.revision': revision,
})

const text = (path: string, content: string): LayerEntry => ({
  path,
  mode: 0o644,
  content: Buffer.from(content),
})
const systemEntries: LayerEntry[] = [
  text(
    'etc/passwd',
    `root:x:0:0:root:/root:/usr/sbin/nologin\nlatchkey:x:${userId}:${userId}:Latchkey:/data:/usr/sbin/nologin\n`,
  ),
  text('etc/group', `root:x:0:\nlatchkey:x:${userId}:\n`),
  text('etc/nsswitch.conf', 'hosts: files dns\n'),
  { path: 'tmp', mode: 0o1777 },
]

const nodeEntries = (folder: string): LayerEntry[] => [
  { path: 'usr/local/bin/node', mode: 0o755, content: readFileSync(join(folder, 'bin/node')) },
  { path: 'usr/share/doc/node/copyright', mode: 0o644, content: readFileSync(join(folder, 'LICENSE')) },
]

function productEntries(folder: string): LayerEntry[] {
  const command = 'opt/latchkey/cli/latchkey.js'
  const entries = entriesFrom(folder, 'opt/latchkey').map((entry) =>
    entry.path === command && entry.content ? { ...entry, content: withoutEnv(entry.content) } : entry,
  )
  return [
    ...entries,
    { path: 'usr/local/bin/latchkey', mode: 0o777, linksTo: `/${command}` },
    { path: 'data', mode: 0o700, owner: userId },
  ]
}

/** Names the program that runs the command by its path, because the image has no `env`. */
export function withoutEnv(content: Buffer): Buffer {
  const script = content.toString()
  const changed = script.replace(/^#!\/usr\/bin\/env -S node --\n/, '#!/usr/local/bin/node --\n')
  if (changed === script) throw new Error('cli/latchkey.js begins in another way.')
  return Buffer.from(changed)
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

function gzip(content: Buffer): Buffer {
  const packed = gzipSync(content, { level: 6 })
  // Byte 9 of a gzip file names the operating system. 255 means unknown.
  packed[9] = 255
  return packed
}
