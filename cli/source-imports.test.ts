import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

test('each import of the source leads to the file that package.json names for it', async () => {
  const files = globSync('{contract,proto,runtime,users,auth,greeter,console,cli,sdk}/**/*.ts', { cwd: root })
  const imports = files.flatMap(
    (file) => readFileSync(root + file, 'utf8').match(/(?<=')#[\w/.-]+\.ts(?=')/g) ?? [],
  )
  const names = [...new Set(imports)]
  assert.ok(names.length > 100)
  const folders = (
    JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { imports: Record<string, string> }
  ).imports
  await import(new URL('source-imports.js', import.meta.url).href)
  for (const name of names) {
    const [pattern = '', file = ''] = name.split(/(?<=\/)(.*)/)
    const folder = folders[`${pattern}*`] ?? ''
    assert.equal(
      import.meta.resolve(name),
      new URL(folder.replace('*', file), new URL('../', import.meta.url)).href,
    )
  }
})
