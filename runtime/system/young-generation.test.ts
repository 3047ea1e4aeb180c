import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const mebibyte = 1024 * 1024

/** Runs a script in a process of its own, whose young generation is small at first, and returns what it prints as JSON. */
function inNewProcess(script: string, nodeArgs: string[] = []) {
  const before = `
    import { growWhenBusy, growYoungGeneration, youngBytes } from '#runtime/system/young-generation.ts'
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })`
  const args = [...nodeArgs, '--expose-gc', '--input-type=module', '-e', `${before}\n${script}`]
  const cwd = new URL('../../', import.meta.url)
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout)
}

test('a busy process gets a young generation of 16 MiB', () => {
  const { before, after } = inNewProcess(`
    growWhenBusy()
    const before = youngBytes()
    const givenUpAt = performance.now() + 60_000
    setInterval(() => {
      const until = performance.now() + 50
      while (performance.now() < until);
      if (youngBytes() < ${16 * mebibyte} && until < givenUpAt) return
      process.stdout.write(JSON.stringify({ before, after: youngBytes() }))
      process.exit()
    }, 1)`)
  assert.ok(before < 16 * mebibyte, `${before}`)
  assert.ok(after >= 16 * mebibyte, `${after}`)
})

test('an idle process keeps the young generation that it has', () => {
  const { before, after } = inNewProcess(`
    growWhenBusy()
    const before = youngBytes()
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    process.stdout.write(JSON.stringify({ before, after: youngBytes() }))
    process.exit()`)
  assert.equal(after, before)
})

test('where V8 may not make it that large, growing comes to an end', () => {
  const { after } = inNewProcess(
    `growYoungGeneration(); process.stdout.write(JSON.stringify({ after: youngBytes() }))`,
    ['--max-semi-space-size=2'],
  )
  assert.ok(after < 16 * mebibyte, `${after}`)
})
