import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  areaOf,
  arrows,
  circlesIn,
  files,
  importsOf,
  isProduct,
  namesOf,
  namesTakenFrom,
  roomOf,
  roomsOf,
  root,
  source,
} from './sources.ts'

/**
 * The files with a cast that TypeScript allows only through `unknown`. Each reaches something that a library
 * has and its types leave out. The numbers may only fall.
 */
const forcedCasts: Record<string, number> = {
  'runtime/database/postgres/connections.ts': 1,
  'runtime/rpc/arrival.ts': 1,
  'runtime/rpc/reflection.ts': 1,
  'runtime/rpc/stalled-client.ts': 1,
}
/** The areas whose rooms have a door: an `index.ts`, the only file that other rooms of the area import. */
const areasWithDoors = ['users', 'auth']
/**
 * The lists at the root of an area that take one file of each room past its door, by the name of that file. Commands load these
 * lists without the service, and a start loads no transfers.
 */
const lists: Record<string, string> = {
  'users/transfers.ts': 'transfer.ts',
  'users/settings.ts': 'settings.ts',
  'auth/transfers.ts': 'transfer.ts',
  'auth/settings.ts': 'settings.ts',
}
const dumpingGrounds = /(^|\/)(utils?|helpers?|common|shared|misc|lib)(\/|\.ts$)/
/**
 * Returns whether a program begins with this file: the command line, an npm script, or the test runner starts
 * there.
 */
const isStart = (file: string) =>
  file === 'cli/main.ts' ||
  /^build\/build-(package|client|image|release|site)\.ts$/.test(file) ||
  /\.test\.ts$|^bench\/|^tests\/features\/|^tests\/(?:faults|runtimes|lanes)\/(?:run|try-frameworks|report-cost)\.ts$|^tests\/(?:shape|prose\/report)\.ts$|(generate-openapi|generate-rpc-types|generate-look|generate-texts|check-texts|take-pictures|contact-sheets|follow-no-promises)\.ts$/.test(
    file,
  )

test('imports follow the arrows of the architecture', () => {
  const against = files.flatMap((file) => {
    const from = areaOf(file)
    // A test in a source folder may import the test support in `tests/`.
    const allowed = [from, ...(arrows[from] ?? []), ...(file.endsWith('.test.ts') ? ['tests'] : [])]
    return importsOf(file)
      .filter((target) => !allowed.includes(areaOf(target)))
      .map((target) => `${file} -> ${target}`)
  })
  assert.deepEqual(against, [])
  assert.ok(files.length > 60 && files.flatMap(importsOf).length > 150, 'the check has something to look at')
})

test('ARCHITECTURE.md shows these arrows', () => {
  const [, block = ''] = /```text\n([\s\S]*?)```/.exec(source('ARCHITECTURE.md')) ?? []
  /** The folders that each folder in the picture of ARCHITECTURE.md may import, directly or through others. */
  const shown = new Map<string, Set<string>>()
  const chains = block
    .trim()
    .split('\n')
    .map((line) => line.split('<-').map((group) => group.trim().split(', ')))
  const pairs = chains.flatMap((groups) =>
    groups
      .slice(1)
      .flatMap((importers, at) =>
        importers.flatMap((importer) => (groups[at] ?? []).map((imported) => ({ importer, imported }))),
      ),
  )
  const against = pairs.filter(({ importer, imported }) => !arrows[importer]?.includes(imported))
  assert.deepEqual(against, [], 'an arrow of the picture that no import may go along')
  for (const _ of chains)
    for (const { importer, imported } of pairs) {
      const reached = shown.get(importer) ?? new Set()
      for (const one of [imported, ...(shown.get(imported) ?? [])]) reached.add(one)
      shown.set(importer, reached)
    }
  const inPicture = Object.entries(arrows).filter(([folder]) => shown.has(folder) || folder === 'contract')
  const missing = inPicture.flatMap(([folder, targets]) =>
    targets.filter((target) => !shown.get(folder)?.has(target)).map((target) => `${folder} -> ${target}`),
  )
  assert.deepEqual(missing, [], 'an arrow that the picture lacks')
  assert.equal(inPicture.length, 9)
})

test('no files need each other in a circle', () => {
  // Generated types of gRPC messages may import one another, as those of `google.protobuf.Value` do.
  const written = files.filter((file) => !file.startsWith('proto/generated/'))
  const graph = new Map(written.map((file) => [file, importsOf(file)]))
  assert.deepEqual(circlesIn(graph), [])
  assert.deepEqual(
    circlesIn(
      new Map([
        ['a', ['b']],
        ['b', ['a']],
      ]),
    ),
    [['a', 'b']],
    'a circle is found',
  )
})

for (const area of Object.keys(arrows))
  test(`no rooms of ${area} need each other in a circle`, () => {
    const rooms = roomsOf(area)
    const circles = circlesIn(new Map([...rooms].map(([room, needed]) => [room, needed.keys()])))
    const within = circles.map((circle) =>
      circle.flatMap((room) =>
        [...(rooms.get(room) ?? [])].flatMap(([target, imports]) => (circle.includes(target) ? imports : [])),
      ),
    )
    assert.deepEqual(within, [])
    assert.ok(rooms.size > 0, 'the check has something to look at')
  })

for (const area of areasWithDoors) {
  const own = files.filter((file) => areaOf(file) === area && isProduct(file))
  const rooms = [...new Set(own.map(roomOf))].filter((room) => !room.endsWith('.ts'))
  const doors = rooms.filter((room) => room !== `${area}/core`).map((room) => `${room}/index.ts`)

  test(`rooms of ${area} are entered by their door`, () => {
    assert.deepEqual(
      doors.filter((door) => !own.includes(door)),
      [],
      'a room without a door',
    )
    const isOpen = (file: string, target: string) =>
      doors.includes(target)
        ? roomOf(file) !== roomOf(target)
        : roomOf(file) === roomOf(target) ||
          [`${area}/core`, target].includes(roomOf(target)) ||
          target.split('/').at(-1) === lists[file]
    const against = own.flatMap((file) =>
      importsOf(file)
        .filter((target) => areaOf(target) === area && !isOpen(file, target))
        .map((target) => `${file} -> ${target}`),
    )
    assert.deepEqual(against, [], 'Import the index.ts of the other room, and never that of the own one.')
  })

  test(`no door of ${area} exports what nobody outside takes`, () => {
    const unused = doors.flatMap((door) => {
      const others = files.filter((file) => isProduct(file) && roomOf(file) !== roomOf(door))
      const taken = new Set(others.flatMap((file) => namesTakenFrom(file, door)))
      return namesOf(door)
        .filter((name) => !taken.has(name))
        .map((name) => `${door} ${name}`)
    })
    assert.deepEqual(unused, [])
    assert.ok(doors.flatMap(namesOf).length > doors.length, 'the check has something to look at')
  })

  test(`what a room of ${area} loads later is named in its door`, () => {
    const loading = /\b(?:lazily|routesOnDemand)\((?!\(\) => import\('[^']+\/index\.ts'\)\))/
    const hidden = own.filter((file) => !doors.includes(file) && loading.test(source(file)))
    assert.deepEqual(hidden, [])
  })
}

test('a cast is forced only where the types of a library leave no other way', () => {
  const forced = files
    .filter(isProduct)
    .map((file) => ({ file, casts: source(file).match(/\bas (never|any|unknown as)\b/g)?.length ?? 0 }))
    .filter(({ casts }) => casts > 0)
  assert.deepEqual(Object.fromEntries(forced.map(({ file, casts }) => [file, casts])), forcedCasts)
})

test('no object is written only to be spread into another, which packs fields into a line', () => {
  const packing = files.filter((file) => withoutComments(source(file)).includes(`...${'{'}`))
  assert.deepEqual(packing, [])
})

/** What replaces a member of `oidc-provider`, or of the Koa application that it is, in a file that imports the library. */
const replacing =
  /\bdefinePropert(y|ies)\(|\bReflect\.|\bObject\.(assign|setPrototypeOf)\(|\bprototype\b|\bextends Provider\b|\b(provider|ctx\.oidc)(\.\w+)+ (\?\?|\|\|)?= |'oidc-provider\//

test('members of the OpenID library are replaced in one file, where somebody reads them after an upgrade', () => {
  const using = files.filter((file) => isProduct(file) && /'oidc-provider['/]/.test(source(file)))
  assert.deepEqual(
    using.filter((file) => replacing.test(source(file))),
    ['auth/oidc/provider/provider-overrides.ts'],
  )
  for (const way of [
    "Object.defineProperty(provider.Client, 'find', {",
    'Object.defineProperties(provider.request, {',
    'const { prototype } = provider.Session',
    "replaceMethod(IdToken.prototype, 'payload',",
    'provider.context.onerror = function',
    'provider.silent = true',
    'class ProviderWithOwnForm extends Provider {',
    "import instance from 'oidc-provider/lib/helpers/weak_cache.js'",
    'ctx.oidc.session.destroy = async () => {}',
  ])
    assert.match(way, replacing, 'the check finds it')
})

test('only the compiler makes templates, so that every statement and every piece of HTML is a literal of the code', () => {
  const making = files.filter(
    (file) => isProduct(file) && /\bTemplateStringsArray\b|\braw:/.test(source(file)),
  )
  assert.deepEqual(
    making.filter((file) => !file.startsWith('runtime/database/')),
    ['runtime/html.ts', 'runtime/traces/trace-database.ts'],
  )
})

test('HTML is made by the escaping template only: no text passes for HTML, and no plain string has an element', () => {
  const product = files.filter(isProduct)
  const reading = product.filter((file) => /\bread(Script|Style)\(/.test(source(file)))
  assert.deepEqual(
    reading,
    ['runtime/docs/reference-page.ts', 'runtime/look/style.ts'],
    'these put a whole file into a page',
  )
  assert.deepEqual(
    product.filter((file) => /\bas Html\b/.test(source(file))),
    [],
  )
  const withElement = product.filter((file) => plainElement.test(withoutComments(source(file))))
  // The picture of a QR code is a value of the API.
  assert.deepEqual(withElement, ['contract/examples/factors.ts', 'contract/examples/login-steps.ts'])
})

/** A string or a template that begins with an element, and is not made by `html`. */
const plainElement = /(?<!\bhtml)[`'"]\s*<\/?[a-z!]/
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

test('what sets when a delivery is due also sets when that was decided, so that no wrong clock puts it off', () => {
  const setting = files
    .filter(isProduct)
    .flatMap((file) =>
      [...source(file).matchAll(/\bSET [^`]*?\bdue_at = [^`]*/g)].map(([statement]) => ({ file, statement })),
    )
  const against = setting.filter(({ statement }) => !statement.includes('scheduled_at = '))
  assert.deepEqual(against, [])
  assert.ok(setting.length > 5, 'the check has something to look at')
})

test('every file is used', () => {
  const used = new Set<string>()
  const follow = (file: string) => {
    if (used.has(file)) return
    used.add(file)
    importsOf(file).forEach(follow)
  }
  files.filter(isStart).forEach(follow)
  assert.deepEqual(
    files.filter((file) => !used.has(file) && !file.startsWith('proto/generated/')),
    [],
  )
})

test('no folder or file is a place for anything', () => {
  assert.deepEqual(
    files.filter((file) => dumpingGrounds.test(file)),
    [],
  )
})

test('a file that is alone lies in the folder above: a folder is for files that belong together', () => {
  const product = files.filter(isProduct)
  const folders = new Set(product.map((file) => file.slice(0, file.lastIndexOf('/'))))
  const within = (folder: string) => product.filter((file) => file.startsWith(`${folder}/`))
  // An area is a folder of its own, however small it is.
  const alone = [...folders].filter((folder) => folder.includes('/') && within(folder).length === 1)
  assert.deepEqual(alone, [])
  assert.ok(folders.size > 100, 'the check has something to look at')
})

test('what the sources say is about the product, with nothing left for later', () => {
  const left = files.filter(
    (file) =>
      file !== 'tests/tidy.test.ts' && /\b(TODO|FIXME|XXX|HACK)\b|\.only\(|\.skip\(/.test(source(file)),
  )
  assert.deepEqual(left, [])
})

test('every source file that a document names is there', () => {
  const documents = ['.', 'docs/decisions', 'docs/guide', 'docs/reference', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  )
  // The changelog is left out: it describes earlier versions, by the names that files had then.
  const named = documents
    .filter((document) => document !== 'CHANGELOG.md')
    .flatMap((document) =>
      [...source(document).matchAll(/(?:`|^\/\/ (?:after: )?)((?:\w+\/)[\w./-]+\.ts)(?:`|$)/gm)].map(
        ([, path = '']) => ({
          document,
          path,
        }),
      ),
    )
  assert.deepEqual(
    named.filter(({ path }) => Object.hasOwn(arrows, areaOf(path)) && !files.includes(path)),
    [],
    'The document names a file that is not there. Write the path that it has now.',
  )
  assert.ok(named.length > 50, 'the check has something to look at')
})

test('what npm links as a command is executable, as npx makes it, so that a clone stays as it is', {
  skip: process.platform === 'win32' ? 'files have no such bit on Windows' : false,
}, () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    bin: Record<string, string>
  }
  const isExecutable = (file: string) => (statSync(join(root, file)).mode & 0o100) !== 0
  assert.deepEqual(
    Object.values(bin).filter((file) => !isExecutable(file)),
    [],
  )
})
