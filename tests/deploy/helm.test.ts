import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { allSettings } from '#cli/settings/all-settings.ts'
import { repository } from '#tests/support/run-program.ts'

const chart = join(repository, 'deploy/helm/latchkey')
const read = (path: string) => readFileSync(join(chart, path), 'utf8')
const program = process.env.LATCHKEY_TEST_HELM ?? 'helm'
// A version of Kubernetes is given, because a helm that was built without one assumes 1.20.
const onKubernetes = ['--kube-version', '1.37.0']
const helm = (...args: string[]) => spawnSync(program, args, { encoding: 'utf8', timeout: 120_000 })

/** The parts of a Kubernetes object that the tests look at. */
interface Rendered {
  kind: string
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> }
  spec: Pod & {
    replicas?: number
    template?: { metadata?: { labels: Record<string, string> }; spec: Pod }
    selector?: Record<string, string> & { matchLabels?: Record<string, string> }
    volumeClaimTemplates?: { spec: { accessModes: string[] } }[]
    ports?: { name: string; port: number; targetPort: string }[]
    ingress?: { from: unknown[]; ports: { port: string }[] }[]
  }
}
interface Pod {
  enableServiceLinks?: boolean
  securityContext?: { runAsNonRoot: boolean; runAsUser: number }
  containers?: {
    image: string
    env?: { name: string; value: string }[]
    envFrom?: { secretRef: { name: string } }[]
    securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean }
    ports?: { name: string; containerPort: number }[]
  }[]
}

function render(...sets: string[]): Rendered[] {
  const { status, stdout, stderr } = helm(
    'template',
    'shop',
    chart,
    ...onKubernetes,
    ...sets.flatMap((one) => ['--set', one]),
  )
  assert.equal(status, 0, stderr)
  return parseAllDocuments(stdout).flatMap((one) => (one.toJS() ? [one.toJS() as Rendered] : []))
}

const postgres = ['database=postgres', 'secretName=latchkey-secrets']

test('the chart has the version of the package, and is short enough to read', () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  assert.deepEqual(
    [parse(read('Chart.yaml')).version, parse(read('Chart.yaml')).appVersion],
    [version, version],
  )
  const files = readdirSync(chart, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  )
  const lines = files.reduce((sum, name) => sum + read(name).split('\n').length - 1, 0)
  assert.ok(lines < 420, `${lines} lines`)
})

test('every setting in the chart is one that there is', () => {
  const known = new Set<string>(Object.values(allSettings).map(({ name }) => name))
  const used = `${read('values.yaml')}${read('templates/_helpers.tpl')}`.match(/\bLATCHKEY_[A-Z]\w*/g) ?? []
  assert.deepEqual(
    used.filter((name) => !known.has(name)),
    [],
  )
  assert.ok(used.length > 5)
})

describe('helm', {
  skip:
    helm('version').status === 0
      ? false
      : 'there is no helm on this machine; LATCHKEY_TEST_HELM can name one',
}, () => {
  test('finds nothing to say against the chart', () => {
    const { status, stdout, stderr } = helm('lint', '--strict', ...onKubernetes, chart)
    assert.equal(status, 0, stdout + stderr)
  })

  test('on SQLite the chart makes one pod, whose volume no second pod can mount', () => {
    const objects = render()
    assert.deepEqual(objects.map(({ kind }) => kind).sort(), [
      'NetworkPolicy',
      'Pod',
      'Service',
      'StatefulSet',
    ])
    const { spec } = objects.find(({ kind }) => kind === 'StatefulSet') as Rendered
    assert.equal(spec.replicas, 1)
    assert.deepEqual(spec.volumeClaimTemplates?.[0]?.spec.accessModes, ['ReadWriteOncePod'])
  })

  test('on PostgreSQL it migrates first, keeps a node while others stop, and takes secrets by reference only', () => {
    const objects = render(...postgres, 'autoscaling.enabled=true', 'serviceMonitor.enabled=true')
    assert.deepEqual(objects.map(({ kind }) => kind).sort(), [
      'Deployment',
      'HorizontalPodAutoscaler',
      'Job',
      'NetworkPolicy',
      'Pod',
      'PodDisruptionBudget',
      'Service',
      'ServiceMonitor',
    ])
    const job = objects.find(({ kind }) => kind === 'Job')
    assert.equal(job?.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade')
    assert.equal(objects.find(({ kind }) => kind === 'Deployment')?.spec.replicas, undefined)
    for (const { kind, spec } of objects.filter((one) => ['Deployment', 'Job'].includes(one.kind)))
      assert.deepEqual(
        spec.template?.spec.containers?.map(({ envFrom }) => envFrom),
        [[{ secretRef: { name: 'latchkey-secrets' } }]],
        kind,
      )
    const { status, stderr } = helm('template', 'shop', chart, ...onKubernetes, '--set', 'database=postgres')
    assert.notEqual(status, 0)
    assert.match(stderr, /secretName is needed with postgres/)
    assert.match(
      helm('template', 'shop', chart, ...onKubernetes, '--set', 'database=mysql').stderr,
      /sqlite or postgres/,
    )
  })

  test('no pod runs as root, writes its root folder, or gets variables that are no settings', () => {
    for (const sets of [[], postgres]) {
      const pods = render(...sets, 'settings.LATCHKEY_ISSUER=https://id.example.com').flatMap(
        ({ kind, spec }) => (kind === 'Pod' ? [spec] : (spec.template?.spec ?? [])),
      )
      assert.ok(pods.length >= 2)
      for (const { enableServiceLinks, securityContext, containers = [] } of pods) {
        assert.equal(enableServiceLinks, false, 'LATCHKEY_SERVICE_HOST would be refused as a setting')
        assert.deepEqual([securityContext?.runAsNonRoot, securityContext?.runAsUser], [true, 10001])
        for (const one of containers) {
          const { readOnlyRootFilesystem, allowPrivilegeEscalation } = one.securityContext
          assert.deepEqual([readOnlyRootFilesystem, allowPrivilegeEscalation], [true, false])
          assert.deepEqual(one.env, [{ name: 'LATCHKEY_ISSUER', value: 'https://id.example.com' }])
        }
      }
    }
  })

  test('a port for the console is one of the pods and of the Service, and only admins reach it', () => {
    const withConsole = [
      'settings.LATCHKEY_CONSOLE_PORT=8091',
      'networkPolicy.admins[0].podSelector.matchLabels.role=vpn',
    ]
    for (const sets of [[], postgres]) {
      const objects = render(...sets, ...withConsole)
      const specOf = (kind: string) => objects.find((one) => one.kind === kind)?.spec
      const pod = (specOf('Deployment') ?? specOf('StatefulSet'))?.template?.spec.containers?.[0]
      assert.deepEqual(pod?.env, [{ name: 'LATCHKEY_CONSOLE_PORT', value: '8091' }])
      assert.deepEqual(
        pod?.ports?.filter(({ name }) => name === 'console'),
        [{ name: 'console', containerPort: 8091 }],
      )
      assert.deepEqual(
        specOf('Service')?.ports?.filter(({ name }) => name === 'console'),
        [{ name: 'console', port: 8091, targetPort: 'console' }],
      )
      const rules = specOf('NetworkPolicy')?.ingress ?? []
      const toConsole = rules.filter(({ ports }) => ports.some(({ port }) => port === 'console'))
      assert.deepEqual(toConsole, [
        { from: [{ podSelector: { matchLabels: { role: 'vpn' } } }], ports: [{ port: 'console' }] },
      ])
    }
    assert.doesNotMatch(JSON.stringify(render()), /console/i)
  })

  test('the Service leads to the pods that serve, and to no others', () => {
    const objects = render(...postgres)
    const { selector = {} } = (objects.find(({ kind }) => kind === 'Service') as Rendered).spec
    const isLedTo = (labels: Record<string, string> = {}) =>
      Object.entries(selector).every(([name, value]) => labels[name] === value)
    const led = objects.filter(({ kind, spec, metadata }) =>
      isLedTo(kind === 'Pod' ? metadata.labels : spec.template ? spec.template.metadata?.labels : undefined),
    )
    assert.deepEqual(
      led.map(({ kind }) => kind),
      ['Deployment'],
    )
  })
})
