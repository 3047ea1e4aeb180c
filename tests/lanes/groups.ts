import { basename } from 'node:path'
import { enginesOf, type Lane, ownProcess, type PlannedFile } from '../support/lanes.ts'

/** Test files that run in one process, one after the other. */
export interface Group {
  paths: string[]
  names?: RegExp
}

/** Files that take longer gain little from a process that is warm, and are better spread over the processors. */
const sharedSeconds = 10
/** What a file takes of which nothing is recorded. */
const usualSeconds = 1
/** The estimated seconds and the files of a group: more would use much memory, and end late beside the other processors. */
const [maxSeconds, maxFiles] = [24, 16]

/**
 * Puts the small files of a lane together that have the same engine, neighbours first, so that the groups are the same in each
 * run. The dearest groups come first, so that none of them runs alone at the end.
 */
export function groupsOf(
  planned: readonly PlannedFile[],
  { lane, record }: { lane: Lane | undefined; record: Readonly<Record<string, number>> },
): Group[] {
  const secondsOf = ({ path }: PlannedFile) => record[basename(path)] ?? usualSeconds
  const groups: { files: PlannedFile[]; seconds: number; key: string }[] = []
  for (const file of planned) {
    const seconds = secondsOf(file)
    const isAlone = seconds > sharedSeconds || Object.hasOwn(ownProcess, basename(file.path))
    const key = isAlone ? file.path : `${enginesOf(file.path, lane)} ${file.names}`
    const open = groups.findLast((group) => group.key === key)
    const hasRoom = open && open.files.length < maxFiles && open.seconds + seconds <= maxSeconds
    if (!hasRoom) groups.push({ files: [file], seconds, key })
    else {
      open.files.push(file)
      open.seconds += seconds
    }
  }
  return groups
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(({ files }) => {
      const names = files[0]?.names
      return { paths: files.map(({ path }) => path), ...(names && { names }) }
    })
}
