import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { repository } from '#tests/support/run-program.ts'

interface Form {
  name?: string
  description?: string
  body: {
    type: string
    id?: string
    attributes: { label?: string; value?: string; options?: string[] }
  }[]
}

const formsIn = (folder: string) =>
  readdirSync(join(repository, folder))
    .filter((name) => name !== 'config.yml')
    .map((name) => ({
      name: `${folder}/${name}`,
      form: parse(readFileSync(join(repository, folder, name), 'utf8')) as Form,
    }))
const issues = formsIn('.github/ISSUE_TEMPLATE')
const discussions = formsIn('.github/DISCUSSION_TEMPLATE')

test('each form has fields that the forge knows, with labels and ids of their own', () => {
  for (const { name, form } of [...issues, ...discussions]) {
    const fields = form.body.filter(({ type }) => type !== 'markdown')
    assert.ok(fields.length > 0, name)
    for (const { type, id, attributes } of fields) {
      assert.ok(['input', 'textarea', 'dropdown', 'checkboxes'].includes(type), `${name}: ${type}`)
      assert.match(id ?? '', /^[\w-]+$/, name)
      assert.ok(attributes.label, name)
      assert.equal(type === 'dropdown', attributes.options !== undefined, name)
    }
    assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length, `${name}: an id twice`)
    assert.equal(new Set(fields.map(({ attributes }) => attributes.label)).size, fields.length, name)
  }
})

test('issues have forms only, which say what they are for, and that of bugs keeps vulnerabilities private', () => {
  for (const { name, form } of issues) assert.ok(form.name && form.description, name)
  const config = parse(readFileSync(join(repository, '.github/ISSUE_TEMPLATE/config.yml'), 'utf8'))
  assert.equal(config.blank_issues_enabled, false)
  const bug = issues.find(({ name }) => name.endsWith('/bug.yml'))
  assert.match(JSON.stringify(bug), /Don't report vulnerabilities here/)
})
