import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Header, Parser } from 'tar'
import { releaseDate } from './release-materials.ts'

/** One file, folder or symbolic link in a layer of an image. */
export interface LayerEntry {
  /** The path in the image, without a slash at the beginning. */
  path: string
  mode: number
  /** The content of a file. */
  content?: Buffer
  /** The target of a symbolic link. An entry with neither content nor target is a folder. */
  linksTo?: string
  /** The number of the user and group that own it. Default: 0. */
  owner?: number
}

/** Returns the entries for all files of a folder of this machine, below a path of the image. */
export function entriesFrom(folder: string, below: string): LayerEntry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry): LayerEntry[] => {
    const file = join(entry.parentPath, entry.name)
    const path = join(below, relative(folder, file))
    if (entry.isSymbolicLink()) return [{ path, mode: 0o777, linksTo: readlinkSync(file) }]
    if (!entry.isFile()) return []
    return [{ path, mode: statSync(file).mode & 0o100 ? 0o755 : 0o644, content: readFileSync(file) }]
  })
}

/** Returns a tar archive whose bytes only the entries decide: sorted, with the folders above each, one date, and owners by number. */
export function tarOf(entries: readonly LayerEntry[]): Buffer {
  const all = new Map(entries.map((entry) => [entry.path, entry]))
  if (all.size !== entries.length) throw new Error('A path is twice in a layer.')
  for (const { path } of entries)
    for (let above = dirname(path); above !== '.'; above = dirname(above))
      if (!all.has(above)) all.set(above, { path: above, mode: 0o755 })
  const paths = [...all.keys()].sort()
  const blocks = paths.flatMap((path) => blocksOf(all.get(path) as LayerEntry))
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function blocksOf({ path, mode, content, linksTo, owner = 0 }: LayerEntry): Buffer[] {
  const type = content ? 'File' : linksTo === undefined ? 'Directory' : 'SymbolicLink'
  const header = new Header({
    path: type === 'Directory' ? `${path}/` : path,
    type,
    mode,
    uid: owner,
    gid: owner,
    size: content?.length ?? 0,
    mtime: releaseDate,
    ...(linksTo === undefined ? {} : { linkpath: linksTo }),
  })
  header.encode()
  // Such a path would need the extended headers of pax.
  if (header.needPax || !header.block) throw new Error(`${path} is too long for a layer.`)
  return [header.block, ...(content ? [content, Buffer.alloc(-content.length & 511)] : [])]
}

/** Reads the files and symbolic links of a tar archive, which may be compressed with gzip. */
export async function readTar(archive: Buffer): Promise<LayerEntry[]> {
  const entries: LayerEntry[] = []
  const parser = new Parser({ strict: true })
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('end', resolve)
    parser.on('error', reject)
  })
  parser.on('entry', (entry) => {
    const { type, linkpath = '' } = entry
    const path = entry.path.replace(/^\.\//, '')
    const chunks: Buffer[] = []
    entry.on('data', (chunk: Uint8Array) => chunks.push(Buffer.from(chunk)))
    entry.on('end', () => {
      if (type === 'SymbolicLink') entries.push({ path, mode: 0o777, linksTo: linkpath })
      if (type !== 'File' && type !== 'OldFile') return
      const mode = (entry.mode ?? 0) & 0o111 ? 0o755 : 0o644
      entries.push({ path, mode, content: Buffer.concat(chunks) })
    })
  })
  parser.end(archive)
  await parsed
  return entries
}

/** Returns the SHA-256 of a file in hex, as image manifests, packages and checksums of a release name it. */
export const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Returns the path of a blob in an image archive. */
export const blobPath = (digest: string): string => `blobs/sha256/${digest.replace('sha256:', '')}`
