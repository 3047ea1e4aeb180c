import type { DatabaseSync } from 'node:sqlite'
import type { Changes } from '../database.ts'

/**
 * The time for which the version number of the database file is used again after it was read, in milliseconds. Reading it takes
 * two locks of the file, which is too slow for each of many reads.
 */
export const versionAgeMs = 1

/** Detects commits of other processes, by a version number of the database file. */
export interface OtherCommits {
  /** Reads the version from the file. */
  lookNow(): unknown
  /** Returns the version as it was at most `versionAgeMs` ago. */
  look(): unknown
}

/** Detects commits by `PRAGMA data_version`, which changes only when another connection commits (sqlite.org/pragma.html). */
export function watchOtherCommits(writer: DatabaseSync): OtherCommits {
  const version = writer.prepare('PRAGMA data_version')
  let seen: unknown
  let lookedAt = 0
  function lookNow(): unknown {
    const now = performance.now()
    seen = version.get()?.data_version
    // The time is set after the read, because a read that throws has seen nothing.
    lookedAt = now
    return seen
  }
  return { lookNow, look: () => (performance.now() - lookedAt < versionAgeMs ? seen : lookNow()) }
}

export interface RowChanges extends Changes {
  /** Notifies the watchers of the rows that the last commit has changed. */
  publish(): void
}

/**
 * Finds the rows that each commit changes. Temporary triggers, which only this connection has, report them, so that no statement
 * can be overlooked. A commit of another process shows only as a new version of the whole file.
 */
export function watchRows(writer: DatabaseSync, others: OtherCommits): RowChanges {
  const watchers = new Map<string, (id?: string) => void>()
  let known = others.lookNow()
  const rows: [table: string, id: string][] = []
  writer.function('row_changed', (table, id) => {
    rows.push([String(table), String(id)])
    return null
  })

  return {
    watch(table, changed) {
      // From here on the process serves requests, and the pages that a savepoint may have to restore stay in
      // memory. In temporary files they cost thousands of page writes a second in a flood of logins. A
      // migration runs before this, because it sorts a large index in such a file. The pragma drops temporary
      // triggers, so it comes before the first trigger.
      if (watchers.size === 0) writer.exec('PRAGMA temp_store = MEMORY')
      watchers.set(table, changed)
      for (const change of ['UPDATE', 'DELETE'])
        writer.exec(`CREATE TEMP TRIGGER ${table}_${change} AFTER ${change} ON main.${table}
          BEGIN SELECT row_changed('${table}', OLD.id); END`)
    },
    noticeOthers() {
      let version: unknown
      try {
        version = others.look()
      } catch {
        // An unreadable version counts as a change. The query that comes next reports what is wrong.
      }
      if (version !== undefined && version === known) return
      known = version
      for (const changedByOthers of watchers.values()) changedByOthers()
    },
    publish() {
      for (const [table, id] of rows.splice(0)) watchers.get(table)?.(id)
    },
  }
}
