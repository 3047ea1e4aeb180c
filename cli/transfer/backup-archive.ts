import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReadEntry } from 'tar'
import { Failure } from '#contract/declaration/failures.ts'
import { Time } from '#contract/declaration/fields.ts'
import { integer, literal, object, type Static, string } from '#contract/declaration/schema.ts'
import { isObject, parseStrictJson } from '#contract/rules/strict-json.ts'
import { isOfSystem, messageOf } from '#runtime/log/thrown.ts'
import { checker } from '#runtime/requests/validation.ts'
import { StartFault } from '#runtime/start-fault.ts'

const format = 'latchkey-backup-1'
const manifestName = 'manifest.json' as const
export const partNames = ['users.db', 'auth.db'] as const
export type PartName = (typeof partNames)[number]

const PartFacts = object({ sha256: string(), bytes: integer(), rows: integer(), migration: string() })
export type PartFacts = Static<typeof PartFacts>

const Manifest = object({
  format: literal(format),
  latchkey: string(),
  created_at: Time,
  parts: object({ 'users.db': PartFacts, 'auth.db': PartFacts }),
})
export type Manifest = Static<typeof Manifest>
const readManifest = checker(Manifest)

/** Returns the number of users and sessions in a backup. */
export const rowsOf = ({ parts }: Pick<Manifest, 'parts'>): number =>
  partNames.reduce((sum, name) => sum + parts[name].rows, 0)

/**
 * Packs the two databases in `folder` into an archive. Its first entry is the manifest, which lists the parts, so that a reader
 * knows what to expect.
 */
export async function packBackup(
  folder: string,
  manifest: Omit<Manifest, 'format'>,
  file: string,
): Promise<void> {
  const text = `${JSON.stringify({ format, ...manifest } satisfies Manifest, null, 2)}\n`
  writeFileSync(join(folder, manifestName), text)
  const { create } = await import('tar')
  // Hashes and keys do not compress: a higher level takes minutes longer and saves little.
  await create({ file, cwd: folder, gzip: { level: 1 }, portable: true }, [manifestName, ...partNames])
}

/**
 * Unpacks each part to the path that is given for it, and nothing else. No name in the archive is used as a
 * path.
 * @throws {StartFault} when the file is not a complete and unchanged backup
 */
export async function unpackBackup(file: string, paths: Record<PartName, string>): Promise<Manifest> {
  try {
    const taken = await takeAll(file, paths)
    return await checkParts(taken)
  } catch (cause) {
    // An error of the operating system, such as a full disk, does not mean that the backup is damaged.
    if (isOfSystem(cause)) throw cause
    const reason = cause instanceof Failure ? 'its manifest is not complete' : messageOf(cause)
    throw new StartFault(
      [`${file} is not a backup of Latchkey, or it is damaged: ${reason}. Nothing was changed.`],
      { cause },
    )
  }
}

interface Taken {
  /** The first entry of the archive, which says how large the parts are. */
  manifest: Promise<Manifest> | undefined
  sums: Map<PartName, string>
}

async function takeAll(file: string, paths: Record<PartName, string>): Promise<Taken> {
  const { list } = await import('tar')
  const taken: Taken = { manifest: undefined, sums: new Map() }
  const unpacked: Promise<void>[] = []
  await list({
    file,
    strict: true,
    noResume: true,
    onReadEntry(entry) {
      const one = take(entry, paths, taken)
      one.catch(() => entry.resume())
      unpacked.push(one)
    },
  })
  await Promise.all(unpacked)
  return taken
}

async function take(entry: ReadEntry, paths: Record<PartName, string>, taken: Taken): Promise<void> {
  const name = [manifestName, ...partNames].find((known) => known === entry.path)
  const isTwice = name === manifestName ? taken.manifest !== undefined : name && taken.sums.has(name)
  if (name === undefined || isTwice) throw new Error(`it holds ${JSON.stringify(entry.path)}`)
  if (name === manifestName) {
    taken.manifest = takeManifest(entry)
    await taken.manifest
    return
  }
  if (!taken.manifest) throw new Error('its manifest is not the first entry')
  taken.sums.set(name, '')
  // This file is made before the first `await`: when another part fails, the caller removes the files that exist at that moment.
  const target = openSync(paths[name], 'wx', 0o600)
  try {
    const { bytes } = (await taken.manifest).parts[name]
    // A few bytes of gzip may become a thousand times as many. An entry never has more than its size.
    if (entry.size !== bytes)
      throw new Error(`${name} has ${entry.size} bytes, and its manifest says ${bytes}`)
    const hash = createHash('sha256')
    for await (const chunk of entry) {
      hash.update(chunk)
      writeFileSync(target, chunk)
    }
    taken.sums.set(name, hash.digest('hex'))
  } finally {
    closeSync(target)
  }
}

async function takeManifest(entry: ReadEntry): Promise<Manifest> {
  if (entry.size > 64 * 1024) throw new Error('its manifest is too long')
  let text = ''
  for await (const chunk of entry) text += String(chunk)
  const sent = parseStrictJson(text)
  if (!isObject(sent) || sent.format !== format) throw new Error(`its format is not ${format}`)
  return readManifest(sent)
}

async function checkParts({ manifest: taken, sums }: Taken): Promise<Manifest> {
  if (!taken) throw new Error('its manifest is missing')
  const manifest = await taken
  for (const name of partNames) {
    if (!sums.has(name)) throw new Error(`${name} is missing`)
    if (manifest.parts[name].sha256 !== sums.get(name)) throw new Error(`the checksum of ${name} is wrong`)
  }
  return manifest
}

export async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
