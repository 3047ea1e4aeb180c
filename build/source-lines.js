// The built package loads this file first, so that stack traces name the files and lines of the source. Node can do that by
// itself, but then it reads the source map of the bundle at the start. With this file a table of lines, which `build-package.ts`
// makes of the map, is read for the first stack trace that needs it.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../', import.meta.url))
const tables = new Map()

function tableOf(file) {
  if (!tables.has(file)) {
    try {
      tables.set(file, JSON.parse(readFileSync(`${file}.lines.json`, 'utf8')))
    } catch {
      // A table that cannot be read is ignored: the stack trace of the error then names the line of the built file.
      tables.set(file, undefined)
    }
  }
  return tables.get(file)
}

/** Returns the file and line of the source for a place in a bundle; undefined for a place in any other file. */
function inSource(file, line, column) {
  if (!file?.endsWith('.cjs') || dirname(file) !== join(folder, 'cli')) return undefined
  const { sources, places } = tableOf(file) ?? { sources: [], places: [] }
  // The places are in ascending order, four numbers each: line, column, source and line of the source. Finds the last one that is
  // not after the place.
  let [low, high] = [0, places.length / 4]
  while (low < high) {
    const middle = (low + high) >> 1
    const [foundLine, foundColumn] = places.slice(middle * 4, middle * 4 + 2)
    if (foundLine < line || (foundLine === line && foundColumn <= column)) low = middle + 1
    else high = middle
  }
  const [foundLine, , source, sourceLine] = places.slice((low - 1) * 4, low * 4)
  return foundLine === line ? `${join(folder, sources[source])}:${sourceLine}` : undefined
}

Error.prepareStackTrace = (error, calls) => {
  const lines = calls.map((call) => {
    const [file, line, column] = [call.getFileName(), call.getLineNumber(), call.getColumnNumber()]
    const place = inSource(file, line, column)
    return `\n    at ${place === undefined ? call : String(call).replace(`${file}:${line}:${column}`, place)}`
  })
  return `${error}${lines.join('')}`
}
