import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf, type LayerEntry, readTar } from './image-layer.ts'

interface DebianPackage {
  name: string
  version: string
  /** The digest of the file that Debian distributes, in hexadecimal digits. */
  sha256: string
  license: string
}

/** The packages of Debian 12 for amd64 that Node and the native modules load, and the files that tell scanners which Debian it is. */
export const basePackages: readonly DebianPackage[] = [
  {
    name: 'base-files',
    version: '12.4+deb12u15',
    sha256: '3eb1ea6d85488f488cc2a163b98ad640ef88cee4c79287cf14e361aaf6206f47',
    license: 'GPL-2.0-or-later',
  },
  {
    name: 'gcc-12-base',
    version: '12.2.0-14+deb12u1',
    sha256: '1896a2aacf4ad681ff5eacc24a5b0ca4d5d9c9b9c9e4b6de5197bc1e116ea619',
    license: 'GPL-3.0-or-later WITH GCC-exception-3.1',
  },
  {
    name: 'libc6',
    version: '2.36-9+deb12u14',
    sha256: 'ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf',
    license: 'LGPL-2.1-or-later',
  },
  {
    name: 'libgcc-s1',
    version: '12.2.0-14+deb12u1',
    sha256: '3016e62cb4b7cd8038822870601f5ed131befe942774d0f745622cc77d8a88f7',
    license: 'GPL-3.0-or-later WITH GCC-exception-3.1',
  },
  {
    name: 'libstdc++6',
    version: '12.2.0-14+deb12u1',
    sha256: '5cd3171216d4ab0fc911cfe9c35509bf2dd8f47761c43b7f6a4296701551a24d',
    license: 'GPL-3.0-or-later WITH GCC-exception-3.1',
  },
]

/** The files of the packages that the image has: libraries, the name of the system, and licences. */
const kept =
  /^(lib\/|lib64\/|usr\/lib\/|etc\/(debian_version|os-release)$|usr\/share\/common-licenses\/|usr\/share\/doc\/[^/]+(\/copyright)?$)/
/** Conversions of character sets, which Node has itself. */
const dropped = /^usr\/lib\/x86_64-linux-gnu\/gconv\//

/**
 * Returns the files of the Debian packages. They are taken from a folder, where apt puts those that are absent. Fails if a package
 * cannot be had in exactly the version that is listed.
 */
export async function debianBase(folder: string): Promise<LayerEntry[]> {
  mkdirSync(folder, { recursive: true })
  const entries: LayerEntry[] = []
  for (const one of basePackages) {
    const file = join(folder, `${one.name}_${one.version}_amd64.deb`)
    if (!existsSync(file)) {
      const download = spawnSync('apt-get', ['download', '--quiet', `${one.name}:amd64=${one.version}`], {
        cwd: folder,
        encoding: 'utf8',
      })
      if (download.status !== 0)
        throw new Error(
          `apt has no ${one.name} ${one.version}. Run apt-get update, put the file into ${folder}, or list the current version in build/image-base.ts. Without the image: --without-image.\n${download.stderr ?? ''}`,
        )
    }
    const digest = digestOf(readFileSync(file))
    if (digest !== one.sha256) throw new Error(`${file} has the SHA-256 ${digest}, and not ${one.sha256}.`)
    const files = await readTar(dpkg('--fsys-tarfile', file))
    entries.push(...files.filter(({ path }) => kept.test(path) && !dropped.test(path)))
    // Scanners read the installed packages of an image without dpkg here.
    const control = dpkg('--field', file)
    entries.push({ path: `var/lib/dpkg/status.d/${one.name}`, mode: 0o644, content: control })
  }
  return entries
}

function dpkg(...args: string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('dpkg-deb', args, { maxBuffer: 256 * 1024 * 1024 })
  if (status !== 0) throw new Error(`dpkg-deb ${args.join(' ')} failed.\n${stderr}`)
  return stdout
}
