import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartFault } from '#runtime/start-fault.ts'
import { forgetKey, writeEncrypted } from './input-file.ts'

const maxLineBytes = 64 * 1024
const newline = 0x0a

/** Reads the first line of a stream, or its beginning if it is long. `whole` yields the whole stream, including that line. */
export async function peekLine(
  stream: AsyncIterable<Buffer>,
): Promise<{ line: string; whole: AsyncGenerator<Buffer> }> {
  const rest = stream[Symbol.asyncIterator]()
  const read: Buffer[] = []
  for (let bytes = 0; bytes < maxLineBytes; ) {
    const { done, value } = await rest.next()
    if (done) break
    read.push(value)
    bytes += value.length
    if (value.includes(newline)) break
  }
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      yield* read
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  }
  const [line = ''] = Buffer.concat(read).toString().split('\n', 1)
  return { line, whole: whole() }
}

/**
 * Stores the standard input in a file, so that `use` can read it twice. The file is encrypted with a key that is only in memory,
 * because it may hold password hashes: `use` reads it with `openInput`. A fault that names the file names `stdin` instead.
 */
export async function withSpooled<T>(
  stream: AsyncIterable<Buffer>,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-import-'))
  const file = join(folder, 'stdin')
  const remove = () => {
    forgetKey(file)
    rmSync(folder, { recursive: true, force: true })
  }
  const stop = () => {
    remove()
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    await writeEncrypted(file, stream)
    return await use(file)
  } catch (cause) {
    if (!(cause instanceof StartFault)) throw cause
    const faults = cause.faults.map((fault) => fault.replaceAll(file, 'stdin'))
    throw new StartFault(faults, { cause, exitCode: cause.exitCode })
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    remove()
  }
}
