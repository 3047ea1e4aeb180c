/** Repeats some work in several parallel loops until the result is disposed of. */
export function startLoad(lanes: number, work: () => Promise<unknown>): AsyncDisposable {
  let isOver = false
  const running = Array.from({ length: lanes }, async () => {
    while (!isOver) await work()
  })
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await Promise.all(running)
    },
  }
}
