import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { pipeline as pipelineToEnd } from 'node:stream/promises'

const algorithm = 'aes-256-ctr'
interface Key {
  key: Buffer
  counter: Buffer
}
/**
 * The keys of the files that this process has encrypted. They are only in memory, so that a file which remains after a crash
 * cannot be read.
 */
const keys = new Map<string, Key>()

/** Writes a stream to a new file, encrypted with a key that only this process knows. */
export async function writeEncrypted(path: string, stream: AsyncIterable<Buffer>): Promise<void> {
  const made: Key = { key: randomBytes(32), counter: randomBytes(16) }
  keys.set(path, made)
  const cipher = createCipheriv(algorithm, made.key, made.counter)
  await pipelineToEnd(stream, cipher, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
}

/** Deletes the key of a file from memory, so that the file can no longer be decrypted. */
export const forgetKey = (path: string): boolean => keys.delete(path)

/** Opens a file that was given to an import, from its first byte to the byte `end`. An encrypted one is decrypted while it is read. */
export function openInput(path: string, { end }: { end?: number | undefined } = {}): Readable {
  const stream = createReadStream(path, end === undefined ? {} : { end })
  const found = keys.get(path)
  if (!found) return stream
  const plain = createDecipheriv(algorithm, found.key, found.counter)
  // An error of the file also ends `plain` with this error, so its reader gets it and the callback has nothing to do.
  return pipeline(stream, plain, () => {})
}

/** Reads a file that was given to an import as a whole, and decrypts it if it is encrypted. */
export function readInput(path: string): Buffer {
  const bytes = readFileSync(path)
  const found = keys.get(path)
  if (!found) return bytes
  return createDecipheriv(algorithm, found.key, found.counter).update(bytes)
}
