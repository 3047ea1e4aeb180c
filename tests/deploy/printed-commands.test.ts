import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fencesOf, markdownFiles, readPage } from '#tests/documents/markdown.ts'
import { freePortSettings, inherited } from '#tests/support/process.ts'
import { repository, runProgram } from '#tests/support/run-program.ts'
import { send } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import packageJson from '../../package.json' with { type: 'json' }

const scratch = temporaryFolder()
const release = join(scratch, 'release')
const programs = join(scratch, 'programs')
const pidFile = join(scratch, 'pid')

/**
 * Stand-ins for what the commands need and a test has not: a registry, other users, and systemd. npm places the package with the
 * dependencies of this repository, and links its commands as npm does. systemctl starts the unit that was copied, as it says.
 */
const standIns = {
  sudo: '[ "$1" != -u ] || shift 2; exec "$@"',
  useradd: '',
  npm: `
    [ "$1" = install ] && shift
    case $1 in
      --prefix) modules=$2/node_modules bin=$2/node_modules/.bin; shift 2 ;;
      --global) modules='${scratch}/global/lib/node_modules' bin='${scratch}/global/bin'; shift ;;
    esac
    mkdir -p "$modules/latchkey" "$bin"
    tar -xzf "$1" -C "$modules/latchkey" --strip 1
    ln -s '${repository}node_modules' "$modules/latchkey/node_modules"
    ln -s "$modules/latchkey/cli/latchkey.js" "$bin/latchkey"
    ln -s '${process.execPath}' "$bin/node"`,
  systemctl: `
    [ "$1" = enable ] || exit 0
    unit='${scratch}/etc/systemd/system/latchkey.service'
    sed -i 's#/opt/latchkey#${scratch}/opt/latchkey#g; s#/var/lib/latchkey#${scratch}/var/lib/latchkey#g; s#/etc/latchkey#${scratch}/etc/latchkey#g' "$unit"
    mkdir -p '${scratch}/var/lib/latchkey'
    set -a
    eval "$(sed -n 's/^Environment=//p' "$unit")"
    . "$(sed -n 's/^EnvironmentFile=-//p' "$unit")"
    set +a
    cd /
    $(sed -n 's/^ExecStart=//p' "$unit") > '${scratch}/log' 2>&1 &
    echo $! > '${pidFile}'
    for i in $(seq 300); do
      '${scratch}/opt/latchkey/node_modules/.bin/latchkey' health > /dev/null 2>&1 && exit 0
      sleep 0.1
    done
    exit 1`,
}

before(() => {
  runProgram(process.execPath, ['build/build-release.ts', '--without-image', '--without-site', release])
  mkdirSync(programs)
  for (const [name, script] of Object.entries(standIns))
    writeFileSync(join(programs, name), `#!/bin/sh -e\n${script}\n`, { mode: 0o755 })
})
after(() => {
  try {
    if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')
  } catch {
    // The service has ended already.
  } finally {
    rmSync(scratch, { recursive: true, maxRetries: 5 })
  }
})

/**
 * Types the block of the page that has a word, in the folder of the release. Paths of the system are replaced by paths in the
 * scratch folder.
 */
function type(word: string): string {
  const blocks = fencesOf(readPage('docs/guide/deploying.md')).filter(
    ({ language, content }) => language === 'sh' && content.includes(word),
  )
  assert.equal(blocks.length, 1, word)
  const script = blocks[0]?.content.replaceAll(/(?<=[ =])\/(opt|etc|var\/lib)\//g, `${scratch}/$1/`) ?? ''
  const path = `${programs}:${scratch}/global/bin:/usr/sbin:/usr/bin:/bin`
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], {
    cwd: release,
    encoding: 'utf8',
    env: { ...inherited(), PATH: path },
  })
  assert.equal(status, 0, stdout + stderr)
  return stdout
}

test('the files of a release can be compared with their checksums', () => {
  assert.equal(type('sha256sum'), '')
})

test('the package of a release can be installed as a command', () => {
  assert.match(type('npm install --global'), new RegExp(`^latchkey ${packageJson.version} `))
})

test('the commands for systemd install a service from the files of a release, in which the admin can sign in', async () => {
  const { settings, auth } = await freePortSettings()
  for (const folder of ['etc/latchkey', 'etc/systemd/system'])
    mkdirSync(join(scratch, folder), { recursive: true })
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(scratch, 'etc/latchkey/settings'), lines.join(''))
  const password = type('systemctl enable').trim()
  const login = await send('POST', `${auth}/auth/login`, {
    body: { username: 'admin', password },
  })
  assert.equal(login.status, 200, readFileSync(join(scratch, 'log'), 'utf8'))
  assert.match(type('sudo -u latchkey'), /^admin /m)
})

test('each file of a release that a document names is one of this version', () => {
  const named = markdownFiles
    .filter((page) => !page.startsWith('docs/decisions/'))
    .flatMap((page) =>
      [...readPage(page).matchAll(/\blatchkey(?:-[a-z]+)?-(\d+\.\d[\w.-]*?)\.(?:tgz|tar)\b/g)].map(
        ([file, version]) => ({ page, file, version }),
      ),
    )
  assert.ok(named.length > 10)
  assert.deepEqual(
    named.filter(({ version }) => version !== packageJson.version),
    [],
  )
})
