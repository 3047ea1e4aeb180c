import { stripTypeScriptTypes } from 'node:module'
import { type Node, parse } from 'acorn'
import { arrows, circlesIn, files, importsOf, isProduct, roomOf, roomsOf, source } from './sources.ts'

/** A function of the sources: `users/service.ts openUserService`, and the number of its lines. */
interface Written {
  name: string
  lines: number
}

/** What a file is made of: its statements, which do not depend on how it is laid out, and its functions. */
interface Content {
  statements: number
  lines: number
  functions: Written[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Reads a file. Types are taken out before, which moves nothing, so that types count as no statements. */
function read(file: string): Content {
  const text = source(file)
  const content: Content = { statements: 0, lines: text.split('\n').length - 1, functions: [] }
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const visit = (node: Node, name: string): void => {
    if (/Statement$|Declaration$/.test(node.type) && !/^(Block|Empty)Statement$/.test(node.type))
      content.statements++
    const own = 'id' in node && isNode(node.id) && 'name' in node.id ? String(node.id.name) : name
    if (/Function/.test(node.type))
      content.functions.push({ name: `${file} ${own}`, lines: lineOf(node.end) - lineOf(node.start) + 1 })
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, own)
  }
  const program = stripTypeScriptTypes(text)
  visit(parse(program, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }), '(module)')
  return content
}

const product = files.filter((file) => isProduct(file) && !file.startsWith('proto/'))
const contents = new Map(product.map((file) => [file, read(file)]))
const sum = (list: readonly string[]) =>
  list.reduce((total, file) => total + (contents.get(file)?.statements ?? 0), 0)

const printed: string[] = []

/** Adds a table with a title to what is printed, numbers to the right. */
function print(title: string, rows: readonly (readonly (string | number)[])[]): void {
  printed.push('', title)
  for (const [name, ...numbers] of rows)
    printed.push(
      `  ${String(name).padEnd(64)}${numbers.map((number) => String(number).padStart(8)).join('')}`,
    )
}

const largest = <T>(list: readonly T[], by: (one: T) => number, count: number): T[] =>
  list.toSorted((one, other) => by(other) - by(one)).slice(0, count)

const areas = Object.keys(arrows).filter((area) => product.some((file) => file.startsWith(`${area}/`)))
print('Areas: files, statements, rooms, pairs of rooms that import, circles of rooms', [
  ...areas.map((area) => {
    const own = product.filter((file) => file.startsWith(`${area}/`))
    const rooms = roomsOf(area)
    const pairs = [...rooms.values()].reduce((total, needed) => total + needed.size, 0)
    const circles = circlesIn(new Map([...rooms].map(([room, needed]) => [room, needed.keys()])))
    const folders = [...rooms.keys()].filter((room) => !room.endsWith('.ts'))
    return [area, own.length, sum(own), folders.length, pairs, circles.length]
  }),
  ['all', product.length, sum(product)],
])

const rooms = Map.groupBy(
  product.filter((file) => file.split('/').length > 2),
  roomOf,
)
print('The largest rooms: files, statements, and their share of the area in percent', [
  ...largest([...rooms], ([, own]) => sum(own), 15).map(([room, own]) => {
    const area = product.filter((file) => file.startsWith(`${room.split('/')[0]}/`))
    return [room, own.length, sum(own), Math.round((100 * sum(own)) / sum(area))]
  }),
])

const folders = Map.groupBy(product, (file) => file.slice(0, file.lastIndexOf('/')))
print('The folders with the most files', [
  ...largest([...folders], ([, own]) => own.length, 8).map(([folder, own]) => [folder, own.length]),
])
print('The longest files: statements, lines', [
  ...largest([...contents], ([, { statements }]) => statements, 12).map(([file, { statements, lines }]) => [
    file,
    statements,
    lines,
  ]),
])
const functions = [...contents.values()].flatMap((content) => content.functions)
print('The longest functions: lines', [
  ...largest(functions, ({ lines }) => lines, 12).map(({ name, lines }) => [name, lines]),
])
const importers = Map.groupBy(product.flatMap(importsOf), (target) => target)
print('The files that most others import', [
  ...largest([...importers], ([, from]) => from.length, 8).map(([file, from]) => [file, from.length]),
])
const uses = (pattern: RegExp) =>
  product.reduce((total, file) => total + (source(file).match(pattern)?.length ?? 0), 0)
print('Loaded later', [
  ['lazily(', uses(/\blazily\(/g)],
  ['routesOnDemand(', uses(/\broutesOnDemand\(/g)],
])
process.stdout.write(`${printed.join('\n')}\n`)
