import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCpuMs, parseResidentMiB } from './process-figures.ts'

test('the processor time of a process is read whatever its name is', () => {
  const rest = 'S 1 1 1 0 -1 4194304 100 0 0 0 250 50 7 9 20 0 12 0 100 1000 100'
  assert.equal(parseCpuMs(`4242 (node) ${rest}`), 3_000)
  assert.equal(parseCpuMs(`4242 (a ) S 1 (name) ${rest}`), 3_000)
  assert.throws(() => parseCpuMs('4242 (node) S 1'))
})

test('the memory of a process is what is resident now, not its peak', () => {
  assert.equal(parseResidentMiB('VmHWM:\t  204800 kB\nVmRSS:\t  102400 kB\nRssAnon:\t 1 kB\n'), 100)
  assert.throws(() => parseResidentMiB('Name:\tnode\n'))
})
