import { readFileSync } from 'node:fs'
import { withoutEnv } from './image-archive.ts'
import { blobPath, digestOf, readTar } from './image-layer.ts'

/** The size that an image has to stay below, as a registry stores it. */
const maxBytes = 120_000_000
const source = 'org.opencontainers.image'

interface Blob {
  digest: string
}
interface Manifest {
  config: Blob
  layers: Blob[]
}
interface Config {
  config: { User?: string; Healthcheck?: unknown; Labels?: Record<string, string> }
}

/**
 * Returns what is wrong with the image of a release, as sentences; empty if nothing is. The server package is given by the text of
 * its files.
 */
export async function findImageFaults(
  file: string,
  { image, version, server }: { image: string; version: string; server: ReadonlyMap<string, string> },
): Promise<string[]> {
  const archive = readFileSync(file)
  const files = new Map((await readTar(archive)).map(({ path, content }) => [path, content]))
  const damaged = [...files].flatMap(([path, content = Buffer.of()]) =>
    !path.startsWith('blobs/') || path === blobPath(`sha256:${digestOf(content)}`)
      ? []
      : [`${image} has a blob that is not ${path}.`],
  )
  if (damaged.length > 0) return damaged
  const read = (digest: string) => JSON.parse(`${files.get(blobPath(digest)) ?? '{}'}`)
  const index = JSON.parse(`${files.get('index.json') ?? '{"manifests":[]}'}`) as { manifests: Blob[] }
  const [manifest] = index.manifests.map(({ digest }) => read(digest) as Manifest)
  if (manifest === undefined) return [`${image} has no index.`]
  const absent = [manifest.config, ...manifest.layers].filter(({ digest }) => !files.has(blobPath(digest)))
  if (absent.length > 0) return absent.map(({ digest }) => `${image} lacks ${blobPath(digest)}.`)

  const { config } = read(manifest.config.digest) as Config
  const labels = config.Labels ?? {}
  const revision = server.get('revision.txt')?.trim()
  return [
    ...(archive.length <= maxBytes ? [] : [`${image} has ${archive.length} bytes.`]),
    ...(/^[1-9]\d*:[1-9]\d*$/.test(config.User ?? '') ? [] : [`${image} runs as root.`]),
    ...(config.Healthcheck ? [] : [`${image} has no health check.`]),
    ...(labels[`${source}.version`] === version
      ? []
      : [`${image} is ${labels[`${source}.version`]}, and the release ${version}.`]),
    ...(labels[`${source}.revision`] === revision
      ? []
      : [`${image} is of ${labels[`${source}.revision`]}, and the package of ${revision}.`]),
    ...(await otherFiles(files.get(blobPath(manifest.layers.at(-1)?.digest ?? '')), { image, server })),
  ]
}

/** Returns the files of the server package that the last layer lacks, or has with another content. */
async function otherFiles(
  layer: Buffer | undefined,
  { image, server }: { image: string; server: ReadonlyMap<string, string> },
): Promise<string[]> {
  const entries = layer ? await readTar(layer) : []
  const found = new Map(entries.map(({ path, content }) => [path, content?.toString()]))
  return [...server].flatMap(([path, text]) => {
    const expected = path === 'cli/latchkey.js' ? `${withoutEnv(Buffer.from(text))}` : text
    return found.get(`opt/latchkey/${path}`) === expected
      ? []
      : [`${image} lacks ${path} of the package, or has another one.`]
  })
}
