import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/**
 * Returns the address of the hidden class that the objects of `process.nextTick` have in a new process, before and after garbage
 * collections. `first` is code that the process runs first.
 */
function hiddenClasses(first: string): { before: string; after: string } {
  const script = `
    import { executionAsyncResource } from 'node:async_hooks'
    import { setTimeout as sleep } from 'node:timers/promises'
    ${first}
    const tick = (work) => new Promise((resolve) => process.nextTick(() => resolve(work())))
    const print = () => tick(() => %DebugPrint(executionAsyncResource()) && undefined)
    for (let at = 0; at < 100; at++) await tick(() => {})
    await print()
    await sleep(5)
    for (let at = 0; at < 8; at++) {
      gc()
      await sleep(5)
    }
    await print()`
  const args = ['--allow-natives-syntax', '--expose-gc', '--input-type=module', '-e', script]
  const cwd = new URL('../../', import.meta.url)
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const addresses = [...stdout.matchAll(/^DebugPrint: .*\n - map: (0x[0-9a-f]+) /gm)].map(([, at]) => at)
  const [before, after] = addresses
  assert.ok(addresses.length === 2 && before && after, stdout)
  return { before, after }
}

test('process.nextTick keeps its hidden class through garbage collections', () => {
  const { before, after } = hiddenClasses(
    `import { keepNextTickFast } from '#runtime/system/next-tick.ts'
    keepNextTickFast()`,
  )
  assert.equal(after, before)
})

test('without it, Node loses the hidden class, so that it is still needed', () => {
  const { before, after } = hiddenClasses('')
  assert.notEqual(after, before)
})
