import { basename, dirname } from 'node:path'
import { type ContentChange, createContent, type FileContent } from './file-content.ts'
import type { Random } from './random.ts'
import { type Call, isSync, type Step } from './trace.ts'

type Change = ContentChange & { isFinished: boolean }

interface StoredFile {
  synced: FileContent
  /** The changes that no sync has covered yet. */
  pending: Change[]
  length: number
}

interface NameChange {
  name: string
  file: StoredFile | undefined
}

export interface Disk {
  observe(step: Step): void
  /** Returns whether a power cut could undo changes of the file. */
  isPending(name: string): boolean
  /** Returns one possible content of the folder after a power cut at this moment. */
  crash(random: Random): Map<string, Buffer>
  /** Returns the content of the folder if no change is lost. */
  everything(): Map<string, Buffer>
}

const sectorBytes = 512

/**
 * Models the files of one folder from a recorded trace of system calls. A sync that completes makes durable
 * what was finished when the sync began. A file name is durable after a sync of the folder. The index of the
 * write-ahead log (-shm) is left out, because SQLite builds it again.
 */
export function createDisk(folder: string): Disk {
  const files = new Map<string, StoredFile>()
  const syncedNames = new Map<string, StoredFile>()
  let pendingNames: NameChange[] = []
  /** The functions that apply the effects which are certain once a call has returned, for each call that has not returned yet. */
  const whenDone = new WeakMap<Call, (() => void) | undefined>()

  /**
   * Applies the effects that a call may have on the disk from its beginning on. Returns a function that
   * applies the effects that are certain once the call has returned.
   */
  function begin(call: Call): (() => void) | undefined {
    const isFolder = call.path === folder
    if (!isFolder && (dirname(call.path) !== folder || call.path.endsWith('-shm'))) return undefined
    const file = files.get(basename(call.path))
    if (isSync(call)) return isFolder ? syncNames() : sync(file)
    if (call.name.startsWith('open') || call.name === 'creat') return () => open(call)
    if (call.name.startsWith('unlink')) return () => setNames([[call.path, undefined]])
    if (call.name.startsWith('link')) return () => setNames([[call.newPath, file]])
    if (call.name.startsWith('rename')) {
      return () =>
        setNames([
          [call.newPath, file],
          [call.path, undefined],
        ])
    }
    return change(call, file)
  }

  function open({ name, path, flags }: Call): void {
    const file = files.get(basename(path))
    if (!file && (flags.includes('O_CREAT') || name === 'creat')) {
      setNames([[path, { synced: createContent(), pending: [], length: 0 }]])
    } else if (file && flags.includes('O_TRUNC')) {
      file.pending.push({ isFinished: true, kind: 'resize', length: 0 })
      file.length = 0
    }
  }

  function setNames(changes: [path: string, file: StoredFile | undefined][]): void {
    for (const [path, file] of changes) {
      const one = { name: basename(path), file }
      pendingNames.push(one)
      setName(files, one)
    }
  }

  function change({ name, path, bytes, offset }: Call, file: StoredFile | undefined): () => void {
    const isResize = name === 'ftruncate' || name === 'truncate'
    if (!file || (!isResize && bytes.length === 0))
      throw new Error(`The trace has a ${name} on ${path} that is not understood.`)
    const from = offset ?? file.length
    const one: Change = isResize
      ? { isFinished: false, kind: 'resize', length: from }
      : { isFinished: false, kind: 'write', offset: from, bytes }
    file.pending.push(one)
    file.length = isResize ? from : Math.max(file.length, from + bytes.length)
    return () => {
      one.isFinished = true
    }
  }

  function sync(file: StoredFile | undefined): () => void {
    const covered = new Set(file?.pending.filter(({ isFinished }) => isFinished))
    return () => {
      if (!file) return
      for (const one of file.pending) if (covered.has(one)) file.synced.apply(one)
      file.pending = file.pending.filter((one) => !covered.has(one))
    }
  }

  function syncNames(): () => void {
    const covered = new Set(pendingNames)
    return () => {
      for (const one of covered) setName(syncedNames, one)
      pendingNames = pendingNames.filter((one) => !covered.has(one))
    }
  }

  return {
    observe({ begins, ends, call }) {
      const done = begins ? begin(call) : whenDone.get(call)
      if (!ends) whenDone.set(call, done)
      else if (!call.hasFailed) done?.()
    },
    isPending: (name) => (files.get(name)?.pending.length ?? 0) > 0,
    crash(random) {
      const names = new Map(syncedNames)
      // A file system keeps the order of name changes, so that only the last of them can be lost.
      for (const one of pendingNames.slice(0, random.below(pendingNames.length + 1))) setName(names, one)
      const kept = random.pick([0, 1, random.next(), random.next()]) ?? 0
      return new Map([...names].map(([name, file]) => [name, leftOf(file, kept, random)]))
    },
    everything: () => new Map([...files].map(([name, file]) => [name, wholeOf(file)])),
  }
}

function setName(names: Map<string, StoredFile>, { name, file }: NameChange): void {
  if (file) names.set(name, file)
  else names.delete(name)
}

/**
 * Returns a possible content of a file after a power cut. Of each change that is not synced, everything,
 * nothing or any of its sectors may be left.
 */
function leftOf(file: StoredFile, kept: number, random: Random): Buffer {
  const content = file.synced.copy()
  for (const change of file.pending) {
    if (random.next() < kept) content.apply(change)
    else if (change.kind === 'write' && kept > 0 && random.next() < 0.5) {
      for (const sector of sectorsOf(change)) if (random.next() < 0.5) content.apply(sector)
    }
  }
  return content.bytes()
}

function wholeOf({ synced, pending }: StoredFile): Buffer {
  const content = synced.copy()
  for (const change of pending) content.apply(change)
  return content.bytes()
}

function* sectorsOf({ offset, bytes }: { offset: number; bytes: Buffer }): Generator<ContentChange> {
  for (let from = offset; from < offset + bytes.length; ) {
    const to = Math.min(offset + bytes.length, (Math.floor(from / sectorBytes) + 1) * sectorBytes)
    yield { kind: 'write', offset: from, bytes: bytes.subarray(from - offset, to - offset) }
    from = to
  }
}
