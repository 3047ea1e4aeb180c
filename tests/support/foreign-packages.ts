import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installedFolder } from './installed-folder.ts'
import { repository } from './run-program.ts'

/** The reason why a program in another language cannot be built or run on this machine. */
export interface Missing {
  missing: string
}

const cache = join(repository, '.cache/parties/')
const longestMs = 500_000
/** The texts in errors of package managers that cannot reach their registry. */
const unreachable =
  /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|Failed to establish a new connection|Max retries exceeded|dial tcp|i\/o timeout|Unknown host/
/** The texts in errors of package managers when the language on this machine is older than a package requires. */
const tooOld = /Requires-Python|requires a different Python|requires go >=/

/** Installs the packages of `requirements.txt`, the first time only. Returns the variables with which Python finds them. */
export function installForPython(
  source: string,
  name: string,
): { environment: Record<string, string> } | Missing {
  if (spawnSync('python3', ['-m', 'pip', '--version']).status !== 0)
    return { missing: 'there is no python3 with pip on this machine' }
  return unlessMissing('pip', () => {
    const lock = 'requirements.txt'
    const installed = installedFolder(`${source}/`, { name, cache, lock, install: installWithPip })
    return { environment: { PYTHONPATH: `${installed}packages`, PYTHONDONTWRITEBYTECODE: '1' } }
  })
}

function installWithPip(folder: string): void {
  const options = ['--quiet', '--disable-pip-version-check']
  const target = ['--target', `${folder}packages`, '--requirement', `${folder}requirements.txt`]
  runToEnd('python3', ['-m', 'pip', 'install', ...options, ...target])
}

/** Without the work that only makes a program faster or shows its sources in a debugger, a build takes half the processor time. */
const goFlags = ['-gcflags=all=-l -dwarf=false', '-ldflags=-s -w']
/** Without C, which no program here needs, and from which Go would compile some packages again. */
const withoutC = { CGO_ENABLED: '0' }

/** Builds the Go program in a folder. Go caches what it has built, so that only the first build takes long. */
export function buildWithGo(source: string, name: string): { program: string } | Missing {
  if (spawnSync('go', ['version']).status !== 0) return { missing: 'there is no go on this machine' }
  return unlessMissing('go', () => {
    const program = join(cache, 'go', name)
    const flags = [...goFlags, '-mod=readonly', '-buildvcs=false']
    runToEnd('go', ['build', ...flags, '-o', program, '.'], { cwd: source, env: withoutC })
    return { program }
  })
}

/** Builds one version of a Go program of other authors, the first time only, and returns its path. */
export function installWithGo(module: string, version: string): { program: string } | Missing {
  if (spawnSync('go', ['version']).status !== 0) return { missing: 'there is no go on this machine' }
  return unlessMissing('go', () => {
    const name = module.split('/').findLast((part) => !/^v\d+$/.test(part)) ?? ''
    const folder = join(cache, 'go', `${name}-${version}`)
    const program = join(folder, name)
    const [args, env] = [['install', ...goFlags, `${module}@${version}`], { ...withoutC, GOBIN: folder }]
    if (!existsSync(program)) runToEnd('go', args, { env })
    return { program }
  })
}

/** Builds the Java program that a Maven project makes, `app.jar`, and returns its path. */
export function buildWithMaven(project: string, name: string): { program: string } | Missing {
  if (spawnSync('mvn', ['--version']).status !== 0) return { missing: 'there is no mvn on this machine' }
  return unlessMissing('mvn', () => {
    const folder = join(cache, 'java', name)
    runToEnd('mvn', ['--quiet', '--batch-mode', '--file', project, `-Dtarget=${folder}`, 'package'])
    return { program: join(folder, 'app.jar') }
  })
}

/** Returns the result of `prepare`, or the reason if this machine reaches no registry or has a language that is too old. */
export function unlessMissing<Result>(tool: string, prepare: () => Result): Result | Missing {
  try {
    return prepare()
  } catch (error) {
    const said = `${error}`
    if (unreachable.test(said)) return { missing: `${tool} reaches no registry` }
    if (tooOld.test(said)) return { missing: `${tool} is of a version that is older than its packages need` }
    throw error
  }
}

function runToEnd(
  command: string,
  args: string[],
  { cwd = repository, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: longestMs,
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`)
}
