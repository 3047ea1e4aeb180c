import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repository, runProgram } from './run-program.ts'

/** The instructions of the last stage of `deploy/docker/Dockerfile`. */
export interface Stage {
  /** The shell commands of the RUN instructions. */
  run: string[]
  environment: Record<string, string>
  user: string
  entrypoint: string[]
  command: string[]
  healthcheck: string[]
  /** The options of the health check, by the names that Compose has for them. */
  healthcheckTimes: Record<string, string | number>
}

const dockerfile = readFileSync(join(repository, 'deploy/docker/Dockerfile'), 'utf8')
const instructions = (text: string) => text.replaceAll('\\\n', ' ').split('\n')

/** Returns the arguments of each instruction with the given name. */
const linesOf = (text: string, name: string): string[] =>
  instructions(text).flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []))

const [, buildStage = '', lastStage = ''] = dockerfile.split(/^FROM /m)

/** The shell command of the first stage that installs the packages. */
export const installStep = linesOf(buildStage, 'RUN').find((step) => step.includes('npm ci ')) ?? ''

/** Tells whether the first stage takes a build argument, which is empty unless it is given. */
export const hasArgument = (name: string): boolean => linesOf(buildStage, 'ARG').includes(`${name}=`)

export const base = /^ARG BASE=(\S+)$/m.exec(dockerfile)?.[1] ?? ''

export function readLastStage(): Stage {
  const only = (name: string) => linesOf(lastStage, name)[0] ?? ''
  const words = (text: string) => JSON.parse(text) as string[]
  return {
    run: linesOf(lastStage, 'RUN'),
    environment: Object.fromEntries(
      only('ENV')
        .split(' ')
        .map((pair) => pair.split('=', 2)),
    ),
    user: only('USER'),
    entrypoint: words(only('ENTRYPOINT')),
    command: words(only('CMD')),
    healthcheck: words(only('HEALTHCHECK').replace(/^.*?CMD /, '')),
    healthcheckTimes: Object.fromEntries(
      Array.from(only('HEALTHCHECK').matchAll(/--([\w-]+)=(\S+)/g), ([, name = '', value = '']) => [
        name.replace('-', '_'),
        /^\d+$/.test(value) ? Number(value) : value,
      ]),
    ),
  }
}

/**
 * Runs the first stage of the Dockerfile in a folder with only the files that `.dockerignore` allows. `npm ci` must have
 * been run before. Returns the folder that the last stage copies.
 */
export function buildImageFolder(scratch: string): string {
  const source = join(scratch, 'source')
  mkdirSync(source)
  const letThrough = readFileSync(join(repository, '.dockerignore'), 'utf8').match(/^!.+$/gm) ?? []
  for (const line of letThrough) {
    const name = line.slice(1)
    cpSync(join(repository, name), join(source, name), { recursive: true })
  }
  symlinkSync(join(repository, 'node_modules'), join(source, 'node_modules'))
  const image = join(scratch, 'image')
  const steps = linesOf(buildStage, 'RUN').filter((step) => step !== installStep)
  for (const step of steps)
    runProgram(
      'sh',
      ['-c', step.replace(/^node /, `'${process.execPath}' `).replace('/opt/latchkey', image)],
      source,
    )
  return image
}

/** The reason why the file tree cannot be entered as a container does it; undefined when it can. */
export const whyNoContainer =
  process.getuid?.() !== 0
    ? 'only root may change the root folder'
    : spawnSync('unshare', ['--mount', '--propagation', 'private', 'true']).status !== 0
      ? 'this machine allows no mount namespace'
      : undefined

/** Runs a program on the file tree of the image, as the user of the image. */
export type RunInImage = (
  program: readonly string[],
  environment: Record<string, string>,
) => ChildProcessWithoutNullStreams

/**
 * Enters the file tree as a container does: its own read-only root folder, with the system folders of this machine in place
 * of those of the base image, no capabilities, no new privileges. Only /data, /tmp and /proc can be written.
 */
export function enterAsContainer(image: string, scratch: string): RunInImage {
  const stage = readLastStage()
  const [root, data] = [join(scratch, 'root'), join(scratch, 'data')]
  const system = ['usr', 'lib', 'lib64', 'bin'].filter((name) => existsSync(`/${name}`))
  for (const name of [...system, 'proc', 'dev', 'tmp', 'data', 'opt/latchkey'])
    mkdirSync(join(root, name), { recursive: true })
  mkdirSync(data)
  const [user = '', group = ''] = stage.user.split(':')
  const prepare = `
    cd '${root}'
    mount --bind . . && cd '${root}'
    for name in ${system.join(' ')}; do mount --bind "/$name" "$name" && mount -o remount,ro,bind "$name"; done
    mount -t tmpfs tmpfs usr/local
    mkdir usr/local/bin && touch usr/local/bin/node
    mount --bind '${process.execPath}' usr/local/bin/node
    mount --bind '${image}' opt/latchkey
    mount --rbind /proc proc
    for name in null zero random urandom; do touch "dev/$name" && mount --bind "/dev/$name" "dev/$name"; done
    mount -t tmpfs -o mode=1777 tmpfs tmp
    mount --bind '${data}' data
    ${stage.run.map((step) => `chroot . /bin/sh -e -c '${step}'`).join('\n')}
    mount -o remount,ro usr/local
    mount -o remount,ro,bind opt/latchkey
    mount -o remount,ro,bind .
    exec chroot . "$@"`
  return (program, environment) => {
    const variables = { PATH: '/usr/local/bin:/usr/bin:/bin', ...stage.environment, ...environment }
    const asUser = ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups']
    const without = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
    const clean = ['env', '-i', ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]
    const inRoot = [...asUser, ...without, ...clean, ...program]
    return spawn('unshare', [
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-e',
      '-c',
      prepare,
      'sh',
      ...inRoot,
    ])
  }
}

/** Sets the file mode of everything in a folder. A user who is not root cannot remove a folder that is read-only. */
export function setMode(folder: string, mode: number): void {
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(parentPath, name), mode)
}

/**
 * Runs the program in the folder where the file tree is, as the user of this process. The mode of its files allows no
 * writing.
 */
export function enterInPlace(image: string, scratch: string): RunInImage {
  const stage = readLastStage()
  const data = join(scratch, 'data')
  const links = join(scratch, 'bin')
  mkdirSync(data)
  mkdirSync(links)
  symlinkSync(process.execPath, join(links, 'node'))
  symlinkSync(join(image, 'cli/latchkey.js'), join(links, 'latchkey'))
  setMode(image, 0o555)
  return ([program = '', ...args], environment) =>
    spawn(join(links, program), args, {
      cwd: '/',
      env: { PATH: `${links}:/usr/bin:/bin`, ...stage.environment, LATCHKEY_DATA: data, ...environment },
    })
}
