export type ContentChange =
  | { kind: 'write'; offset: number; bytes: Buffer }
  | { kind: 'resize'; length: number }

export interface FileContent {
  apply(change: ContentChange): void
  bytes(): Buffer
  copy(): FileContent
}

/** Keeps the content of a file in memory. A hole (a part that was never written) reads as zeros. */
export function createContent(initial = Buffer.alloc(0)): FileContent {
  let stored = Buffer.from(initial)
  let length = initial.length

  function reach(end: number): void {
    if (end > stored.length) {
      const larger = Buffer.alloc(end * 2)
      stored.copy(larger)
      stored = larger
    }
    length = Math.max(length, end)
  }

  return {
    apply(change) {
      if (change.kind === 'write') {
        reach(change.offset + change.bytes.length)
        change.bytes.copy(stored, change.offset)
      } else {
        reach(change.length)
        stored.fill(0, change.length)
        length = change.length
      }
    },
    bytes: () => stored.subarray(0, length),
    copy: () => createContent(stored.subarray(0, length)),
  }
}
