const { stderr } = process

export interface Progress {
  show(rows: number, bytes: number): void
  /** Prints a line above the progress bar. */
  say(line: string): void
  end(): void
}

/** Shows progress: at a terminal one line that changes, elsewhere a line every five seconds. A percentage needs `totalBytes`. */
export function startProgress(totalBytes?: number): Progress {
  const startedAt = performance.now()
  const everyMs = stderr.isTTY ? 200 : 5_000
  const clear = stderr.isTTY ? '\r\x1b[K' : ''
  let shownAt = startedAt
  return {
    show(rows, bytes) {
      const now = performance.now()
      if (now - shownAt < everyMs) return
      shownAt = now
      const seconds = (now - startedAt) / 1_000
      const parts = [`${rows} rows`, `${Math.round(rows / seconds)} rows/s`]
      if (totalBytes !== undefined) {
        const secondsLeft = Math.ceil((seconds * (totalBytes - bytes)) / bytes)
        parts.unshift(`${Math.floor((100 * bytes) / totalBytes)} %`)
        if (bytes > 0) parts.push(`${secondsLeft} s left`)
      }
      stderr.write(`${clear}${parts.join('   ')}${stderr.isTTY ? '' : '\n'}`)
    },
    say: (line) => void stderr.write(`${clear}${line}\n`),
    end: () => void stderr.write(clear),
  }
}
