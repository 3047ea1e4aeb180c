import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { metricsText, type Sample, samplesIn } from '#tests/support/metrics-text.ts'
import { promtool, whyNoPromtool } from '#tests/support/promtool.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const root = new URL('../../../', import.meta.url)
const rulesFile = new URL('deploy/prometheus/latchkey.rules.yml', root).pathname
const rules = readFileSync(rulesFile, 'utf8')
const dashboard = JSON.parse(readFileSync(new URL('deploy/grafana/latchkey.json', root), 'utf8'))
const page = readFileSync(new URL('docs/guide/alerts.md', root), 'utf8')

interface Panel {
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { expr: string }[]
}
const panels: Panel[] = dashboard.panels

/** The alerts of the file. Each begins with its name, and its fields are indented by eight spaces. */
const alerts = rules
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => {
    const [, block, line] = /^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.+)$)/m.exec(text) ?? []
    return { name: text.split('\n', 1)[0] ?? '', expr: block ?? line ?? '', text }
  })

/** The expressions of the dashboard as Grafana sends them. */
const shown = panels.flatMap(({ targets }) =>
  targets.map(({ expr }) => expr.replaceAll('$job', 'latchkey').replaceAll('$__rate_interval', '1m')),
)

/** The metrics of both engines after some traffic: samples, and the names and help of metrics that have none yet. */
let text = ''
let samples: Sample[] = []
before(async () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using system = await startSystem({ engine })
    const { access_token: token, user } = await system.signUpAndLogIn('ada')
    await system.send('GET', `${system.authUrl}/auth/validate`, { token })
    using users = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
    await users.call('GetUser', { id: user.id }, { token })
    text += await metricsText(system)
  }
  samples = samplesIn(text)
})

const suffix = /_(bucket|sum|count)$/
/** The labels that Prometheus adds, and the label `le` of histogram buckets. */
const added = ['job', 'instance', 'le']
const metricName = /\b(?:latchkey|http_server|rpc_server|nodejs|process)_\w+/g

/** Returns the faults of an expression: names, labels and values that no service exports. */
function faultsOf(expr: string): string[] {
  const isTold = (name: string) =>
    text.includes(`# HELP ${name} `) || text.includes(`# HELP ${name.replace(suffix, '')} `)
  const names = expr.match(metricName) ?? []
  const unknown = names.filter((name) => !isTold(name))
  const labelsOf = (name: string) =>
    new Set([
      ...added,
      ...samples.filter((one) => one.name === name).flatMap(({ labels }) => Object.keys(labels)),
    ])
  const selected = [...expr.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', selector = '']) =>
    [...selector.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].flatMap(([, label = '', operator, value = '']) => {
      if (!labelsOf(name).has(label)) return name === 'up' ? [] : [`${name} has no label ${label}`]
      if (added.includes(label) || label === 'http_response_status_code') return []
      const values = samples.filter((one) => one.name === name).map(({ labels }) => labels[label])
      return (operator === '=~' || operator === '!~' ? value.split('|') : [value])
        .filter((one) => !values.includes(one))
        .map((one) => `${name} has no ${label} ${one}`)
    }),
  )
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)]
    .flatMap(([, labels = '']) => labels.split(', '))
    .filter((label) => !names.some((name) => labelsOf(name).has(label)) && !added.includes(label))
    .map((label) => `nothing has a label ${label}`)
  return [...unknown.map((name) => `there is no metric ${name}`), ...selected, ...grouped]
}

test('each metric, label and value that an alert or the dashboard names is one that a running system tells', () => {
  assert.ok(alerts.length >= 12 && shown.length >= 30, 'the check has something to look at')
  assert.deepEqual([...alerts.map(({ expr }) => expr), ...shown].flatMap(faultsOf), [])
  assert.deepEqual(
    faultsOf('sum by (why) (latchkey_logins_total{outcome="lost",of="x"}) / latchkey_nothing'),
    [
      'there is no metric latchkey_nothing',
      'latchkey_logins_total has no outcome lost',
      'latchkey_logins_total has no label of',
      'nothing has a label why',
    ],
  )
})

test('each alert says what is wrong, how bad it is, and where to read what to do', () => {
  for (const { name, text: rule } of alerts) {
    assert.match(rule, /^ {8}labels: \{ severity: (critical|warning) \}$/m, name)
    for (const annotation of ['summary', 'description'])
      assert.match(rule, new RegExp(`^ {10}${annotation}: \\S`, 'm'), name)
    const url = `https://latchkey.example.com/docs/guide/alerts#${name.toLowerCase()}`
    assert.ok(
      rule.includes(`runbook_url: ${url}\n`) || rule.endsWith(`runbook_url: ${url}`),
      `${name}: ${url}`,
    )
    const severity = /severity: (\w+)/.exec(rule)?.[1]
    assert.match(page, new RegExp(`^## ${name}\\n\\n_${severity}\\._ `, 'im'), name)
  }
  const headings = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  assert.deepEqual(headings.sort(), alerts.map(({ name }) => name).sort())
})

test('the panels of the dashboard lie beside each other and ask something', () => {
  const cells = new Set<string>()
  for (const { title, gridPos, targets } of panels) {
    assert.ok(title && targets.length > 0, title)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.ok(x < 24 && !cells.has(`${x} ${y}`), `${title} lies on another panel`)
        cells.add(`${x} ${y}`)
      }
  }
})

test('promtool accepts the alerts and every expression of the dashboard', { skip: whyNoPromtool }, () => {
  const { code, text: said } = promtool(['check', 'rules', rulesFile])
  assert.equal(code, 0, said)
  const recorded = shown.map((expr, at) => `      - { record: 'panel:${at}', expr: ${JSON.stringify(expr)} }`)
  const file = join(temporaryFolder(), 'panels.yml')
  writeFileSync(file, `groups:\n  - name: panels\n    rules:\n${recorded.join('\n')}\n`)
  const checked = promtool(['check', 'rules', file])
  assert.equal(checked.code, 0, checked.text)
  assert.match(checked.text, new RegExp(`${shown.length} rules found`))
})

test('each alert fires when it should, and no other does', { skip: whyNoPromtool }, () => {
  const file = rulesFile.replace('.rules.yml', '.rules.test.yml')
  const { code, text: said } = promtool(['test', 'rules', file])
  assert.equal(code, 0, said)
  const tests = readFileSync(file, 'utf8')
  const untested = alerts.filter(({ name }) => !tests.includes(`{alertname="${name}"}`))
  assert.deepEqual(
    untested.map(({ name }) => name),
    [],
  )
})
