import type { Answer } from './answers.ts'
import { type Call, isSync, readTrace, type Step } from './trace.ts'

export interface SyncOrder {
  /** The number of replies whose write was found in a write-ahead log. */
  checked: number
  /** The number of completed syncs of a write-ahead log. */
  syncs: number
  /** The number of times that SQLite wrote a write-ahead log from its start again, after a checkpoint. */
  restarts: number
  /**
   * The replies that were sent too early. Between the end of the transaction and the reply, a sync must begin
   * and return.
   */
  late: string[]
  /** The number of replies that were sent after a sync had failed. */
  afterFailure: number
}

export async function checkSyncOrder(
  trace: string,
  answers: Map<number, Answer[]>,
  isForgotten: (call: Call) => boolean = () => false,
): Promise<SyncOrder> {
  const found: SyncOrder = { checked: 0, syncs: 0, restarts: 0, late: [], afterFailure: 0 }
  const logs = watchLogs(found)
  let hasFailed = false
  for await (const step of readTrace(trace)) {
    for (const answer of step.begins ? (answers.get(step.line) ?? []) : []) {
      const expected = tracesOf(answer)
      if (expected.length > 0) found.checked++
      if (hasFailed) found.afterFailure++
      if (expected.every(logs.isSynced)) continue
      const { requestId, kind } = answer.operation
      found.late.push(`${requestId}, ${kind}: answered at line ${step.line}, before it was synced`)
    }
    if (step.ends && isSync(step.call)) hasFailed ||= step.call.hasFailed
    if (!isForgotten(step.call)) logs.observe(step)
  }
  return found
}

/**
 * The first bytes of a row of the table deleted_users: the length of its header, a text of 36 characters, an
 * integer of 6 bytes.
 */
const deletedRow = '\x03U\x05'
const id = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}'
/** Matches every text that `tracesOf` can return. */
const traces = new RegExp(
  `${deletedRow}${id}|${id}|logoutdevice-\\d+|device-\\d+|name-\\d+usersuspended|name-\\d+`,
  'g',
)

/**
 * Returns the texts that only this write can have put into a write-ahead log, in the form that they have in a
 * row. Returns none for a refresh, which changes only numbers.
 */
function tracesOf({ operation, person }: Answer): string[] {
  const { kind, name = '', session } = operation
  switch (kind) {
    case 'create':
      return [person.id, name]
    case 'rename':
      return [name]
    // A row stores these columns side by side: name, role, status. The text of all three belongs to this
    // write only.
    case 'suspend':
      return [`${name}usersuspended`]
    case 'delete':
      return [`${deletedRow}${person.id}`]
    case 'logIn':
      return [session?.device ?? '']
    // A row stores these columns side by side: end_reason, device_name.
    case 'logOut':
      return [`logout${session?.device}`]
    case 'refresh':
      return []
  }
}

interface Log {
  /** The number of the transaction in which a text first appeared in this write-ahead log. */
  transactionOf: Map<string, number>
  /** The number of complete transactions in the write-ahead log. The first `synced` of them are durable. */
  transactions: number
  synced: number
  isLastFrame: boolean
  /**
   * True once a sync of this write-ahead log failed. A later sync may then succeed without making anything
   * durable.
   */
  isInDoubt: boolean
}

const logHeaderBytes = 32
const frameHeaderBytes = 24

/** Follows the write-ahead logs (sqlite.org/walformat.html) through a recorded trace of system calls. */
function watchLogs(found: SyncOrder) {
  const logs = new Map<string, Log>()
  const completeAtSync = new WeakMap<Call, number>()

  function logOf(path: string): Log {
    const log = logs.get(path) ?? {
      transactionOf: new Map(),
      transactions: 0,
      synced: 0,
      isLastFrame: false,
      isInDoubt: false,
    }
    logs.set(path, log)
    return log
  }

  function write(log: Log, { bytes }: Call): void {
    if (bytes.length === logHeaderBytes && log.transactions > 0) found.restarts++
    else if (bytes.length === frameHeaderBytes) {
      // This field is the size of the database after a commit. It is zero except in the last frame of a
      // transaction.
      log.isLastFrame = bytes.readUInt32BE(4) !== 0
    } else {
      for (const [text] of bytes.toString('latin1').matchAll(traces)) {
        if (!log.transactionOf.has(text)) log.transactionOf.set(text, log.transactions)
      }
      if (log.isLastFrame) log.transactions++
      log.isLastFrame = false
    }
  }

  return {
    observe({ begins, ends, call }: Step): void {
      if (!call.path.endsWith('-wal')) return
      const log = logOf(call.path)
      if (begins && isSync(call)) completeAtSync.set(call, log.transactions)
      if (ends && call.hasFailed && isSync(call)) log.isInDoubt = true
      if (!ends || call.hasFailed) return
      if (call.name === 'pwrite64') write(log, call)
      if (!isSync(call) || log.isInDoubt) return
      log.synced = Math.max(log.synced, completeAtSync.get(call) ?? 0)
      found.syncs++
    },
    isSynced: (text: string): boolean =>
      [...logs.values()].some((log) => (log.transactionOf.get(text) ?? Infinity) < log.synced),
  }
}
