import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSite, withRelativeLinks } from './site-pages.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const project = join(root, 'docs-site')
const content = join(project, 'src/content/docs')
const built = join(root, 'dist/docs-site')

/** Runs a command in the project of the site. */
function run(command: string, ...args: string[]): void {
  // Astro counts its builds at a server of its makers, unless it is told not to.
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }
  const { status } = spawnSync(command, args, {
    cwd: project,
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** Returns whether the packages of the site are those of its lock file. */
function isInstalled(): boolean {
  const lock = join(project, 'node_modules/.installed')
  return (
    existsSync(lock) &&
    readFileSync(lock, 'utf8') === readFileSync(join(project, 'package-lock.json'), 'utf8')
  )
}

if (!isInstalled()) {
  run('npm', 'ci', '--no-audit', '--no-fund')
  cpSync(join(project, 'package-lock.json'), join(project, 'node_modules/.installed'))
}

const { pages, sidebar, images } = readSite(root)
for (const folder of [content, join(project, 'public')]) rmSync(folder, { recursive: true, force: true })
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
for (const { path, text } of pages) write(join(content, path), text)
for (const [file, path] of images) cpSync(join(root, file), join(project, 'public', path))
write(join(project, 'src/sidebar.json'), JSON.stringify(sidebar))

run('npm', 'run', '--silent', 'build')

// The page for an unknown path is served at any depth, so its links stay absolute.
for (const path of globSync('**/index.html', { cwd: built })) {
  const file = join(built, path)
  writeFileSync(file, withRelativeLinks(readFileSync(file, 'utf8'), path.replaceAll('\\', '/')))
}
