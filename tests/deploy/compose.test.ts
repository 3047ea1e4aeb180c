import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { readAllSettings } from '#cli/settings/all-settings.ts'
import { readLastStage } from '#tests/support/image.ts'
import { repository } from '#tests/support/run-program.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** The parts of a Compose file that the tests look at (https://compose-spec.io). */
interface Compose {
  services: Record<string, ComposeService>
  networks?: Record<string, unknown>
  volumes?: Record<string, unknown>
  secrets?: Record<string, { file: string }>
}
interface ComposeService {
  image: string
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  ports?: string[]
  depends_on?: Record<string, { condition: string }>
  command?: string[]
  healthcheck?: unknown
  networks?: Record<string, { ipv4_address?: string }>
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
}

const folder = join(repository, 'deploy/compose')
const readCompose = (name: string) =>
  parse(readFileSync(join(folder, name), 'utf8'), { merge: true, strict: true, uniqueKeys: true }) as Compose
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
const isOurs = ({ image }: ComposeService) => image.startsWith('latchkey:')

const scratch = temporaryFolder()
after(() => rmSync(scratch, { recursive: true, force: true }))

for (const name of files) {
  const { services, volumes = {}, secrets = {} } = readCompose(name)

  test(`${name} names only services, volumes, secrets and files that there are`, () => {
    for (const [service, one] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(one.depends_on ?? {})) {
        assert.ok(services[other], `${service} waits for ${other}`)
        const isHealthy = condition === 'service_healthy'
        assert.ok(isHealthy || condition === 'service_completed_successfully', condition)
        assert.ok(!isHealthy || services[other].healthcheck, other)
      }
      for (const secret of one.secrets ?? []) assert.ok(secrets[secret], secret)
      for (const mount of one.volumes ?? []) {
        const [from = ''] = mount.split(':')
        assert.ok(from.startsWith('.') ? existsSync(join(folder, from)) : from in volumes, mount)
      }
      if (one.build) assert.ok(existsSync(join(folder, one.build.context, one.build.dockerfile)))
    }
  })

  test(`${name} opens ports to this machine only, and gives Latchkey no rights and nothing to write`, () => {
    for (const one of Object.values(services)) {
      for (const port of one.ports ?? []) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/)
      if (!isOurs(one)) continue
      assert.deepEqual(
        [one.read_only, one.cap_drop, one.security_opt],
        [true, ['ALL'], ['no-new-privileges:true']],
      )
    }
    assert.ok(Object.values(services).some(isOurs))
  })

  test(`${name} has the health check of the image, which an image in the format of OCI loses`, () => {
    const { healthcheck: program, healthcheckTimes } = readLastStage()
    for (const { command, healthcheck } of Object.values(services).filter(isOurs)) {
      const [first] = command ?? []
      const expected =
        first === 'migrate' ? { disable: true } : { test: ['CMD', ...program], ...healthcheckTimes }
      assert.deepEqual(healthcheck, expected)
    }
  })

  test(`${name} has the version of the package, and images of exact versions`, () => {
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    for (const one of Object.values(services)) {
      if (isOurs(one)) assert.equal(one.image, `latchkey:${version}`)
      else assert.match(one.image, /:\d+\.\d+/)
    }
  })
}

test('with the secrets that make-secrets.sh makes, the settings of every service can be read', () => {
  cpSync(join(folder, 'make-secrets.sh'), join(scratch, 'make-secrets.sh'))
  const make = () => spawnSync('sh', ['make-secrets.sh'], { cwd: scratch, encoding: 'utf8' })
  assert.deepEqual([make().status, make().status], [0, 1], 'a second call replaces nothing')
  assert.equal(statSync(join(scratch, 'secrets')).mode & 0o777, 0o700)
  for (const name of files) {
    const { services, secrets = {} } = readCompose(name)
    for (const { file } of Object.values(secrets)) assert.ok(existsSync(join(scratch, file)), file)
    for (const one of Object.values(services).filter(isOurs)) {
      const environment = Object.fromEntries(
        Object.entries(one.environment ?? {}).map(([key, value]) => [
          key,
          value.replace('/run/secrets', join(scratch, 'secrets')),
        ]),
      )
      assert.ok(readAllSettings({ flags: {}, environment }).values.mailbox === 'on')
    }
  }
})

test('nginx leads to the addresses that the two nodes have, and they believe what it says of clients', () => {
  const { services } = readCompose('postgres.yaml')
  const addressOf = (name: string) => services[name]?.networks?.default?.ipv4_address
  const [conf = ''] = services.proxy?.volumes?.[0]?.split(':') ?? []
  const upstream = readFileSync(join(folder, conf), 'utf8').match(/(?<=^ +server )[\d.]+(?=:8080)/gm)
  assert.deepEqual(upstream, [addressOf('one'), addressOf('two')])
  for (const name of ['one', 'two'])
    assert.equal(services[name]?.environment?.LATCHKEY_TRUSTED_PROXIES, addressOf('proxy'))
  assert.equal(dirname(conf), '../gateways')
})
