import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The folders that the files of a folder may import from, besides their own. */
export const arrows: Record<string, string[]> = {
  contract: [],
  proto: ['contract'],
  runtime: ['contract'],
  sdk: ['contract'],
  greeter: ['contract', 'proto', 'runtime'],
  console: ['contract', 'runtime', 'sdk'],
  users: ['contract', 'proto', 'runtime', 'sdk'],
  auth: ['contract', 'proto', 'runtime', 'sdk'],
  cli: ['contract', 'runtime', 'sdk', 'users', 'auth', 'greeter', 'console'],
  tests: ['contract', 'proto', 'runtime', 'sdk', 'users', 'auth', 'greeter', 'cli', 'console'],
  build: [],
  bench: ['contract', 'proto', 'runtime', 'sdk', 'users', 'auth', 'cli', 'tests'],
}

export const root = new URL('../', import.meta.url).pathname

/** Every TypeScript file of these areas, by its path from the root. */
export const files = Object.keys(arrows)
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => file.endsWith('.ts'))
  .sort()

export const source = (file: string) => readFileSync(join(root, file), 'utf8')

/** Returns whether a file is written product code, and no test, bench or generated file. */
export const isProduct = (file: string) => !/\.test\.ts$|^(tests|bench)\/|\/generated\//.test(file)

/** Returns the files that a file imports, at its start or later, or starts as a thread. */
export function importsOf(file: string): string[] {
  const specifiers = [
    ...source(file).matchAll(/(?:from\s*|import\s*\(?\s*|new URL\()'([#.][^']+\.ts)'/g),
  ].map((match) => match[1] ?? '')
  return specifiers.map((name) => targetOf(file, name))
}

/** Returns the file that an import of a file names. */
const targetOf = (file: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(file), specifier))

const listed = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '')

/** Returns the names that a file exports, its own and those of other files. None may be renamed on the way. */
export const namesOf = (file: string): string[] => [
  ...[...source(file).matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => listed(names)),
  ...[...source(file).matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm)].map(
    ([, name = '']) => name,
  ),
]

/** Returns the names that a file imports from another one. Of one that it loads later, these are the names that it mentions. */
export function namesTakenFrom(file: string, target: string): string[] {
  if (!importsOf(file).includes(target)) return []
  const text = source(file)
  const named = [...text.matchAll(/\{([^}]*)\} from '([#.][^']+\.ts)'/g)]
    .filter(([, , specifier = '']) => targetOf(file, specifier) === target)
    .flatMap(([, names = '']) => listed(names).map((name) => name.split(' as ')[0] ?? ''))
  const isLoadedLater = [...text.matchAll(/import\('([#.][^']+\.ts)'\)/g)].some(
    ([, specifier = '']) => targetOf(file, specifier) === target,
  )
  const mentioned = isLoadedLater
    ? namesOf(target).filter((name) => new RegExp(`\\b${name}\\b`).test(text))
    : []
  return [...named, ...mentioned]
}

/** Returns the area of a file, such as `users`. */
export const areaOf = (file: string): string => file.split('/')[0] ?? ''

/** Returns the room of a file, such as `users/webhooks`. A file at the root of its area is a room of its own. */
export const roomOf = (file: string): string => file.split('/').slice(0, 2).join('/')

/** Returns which rooms of an area each of its rooms imports, tests left out, with the imports that do it. */
export function roomsOf(area: string): Map<string, Map<string, string[]>> {
  const rooms = new Map<string, Map<string, string[]>>()
  for (const file of files.filter((one) => areaOf(one) === area && !/\.test\.ts$|\/generated\//.test(one))) {
    const needed = rooms.get(roomOf(file)) ?? new Map<string, string[]>()
    rooms.set(roomOf(file), needed)
    for (const target of importsOf(file)) {
      if (areaOf(target) !== area || roomOf(target) === roomOf(file)) continue
      needed.set(roomOf(target), [...(needed.get(roomOf(target)) ?? []), `${file} -> ${target}`])
    }
  }
  return rooms
}

/**
 * Returns the groups of nodes that depend on one another, found by Tarjan's algorithm. Imports of types count
 * too: a reader of one file must read the other.
 */
export function circlesIn(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const circles: string[][] = []
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  function visit(node: string): void {
    numbers.set(node, numbers.size)
    lowest.set(node, numbers.get(node) ?? 0)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!numbers.has(next)) visit(next)
      else if (!stack.includes(next)) continue
      lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(node) !== numbers.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    if (circle.length > 1) circles.push(circle)
  }
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node)
  return circles
}
