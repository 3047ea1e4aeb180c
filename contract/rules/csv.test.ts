import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CsvError, type CsvRow, readCsv } from './csv.ts'

/** Reads a text that arrives in pieces of `size` characters. */
async function rowsOf(text: string, size: number, maxLength = 100): Promise<CsvRow[]> {
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
  const rows: CsvRow[] = []
  async function* arriving() {
    yield* pieces
  }
  for await (const row of readCsv(arriving(), maxLength)) rows.push(row)
  return rows
}

describe('CSV', () => {
  for (const size of [1, 3, 1_000])
    test(`is read as RFC 4180 says, in pieces of ${size}`, async () => {
      const text = 'a,b\r\n"x, ""y""\nz",\n\n"",last\n1,"2"\r\n3,4'
      assert.deepEqual(await rowsOf(text, size), [
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: ['x, "y"\nz', ''] },
        { line: 4, cells: [''] },
        { line: 5, cells: ['', 'last'] },
        { line: 6, cells: ['1', '2'] },
        { line: 7, cells: ['3', '4'] },
      ])
    })

  test('with a quote where none can be is refused, and the line is named', async () => {
    for (const [text, line] of [
      ['a\nb"c"\n', 2],
      ['"a" b\n', 1],
      ['a\n"b\nc', 3],
    ] as const)
      await assert.rejects(rowsOf(text, 5), (error) => {
        assert.ok(error instanceof CsvError)
        assert.match(error.message, new RegExp(`^line ${line}: `))
        return true
      })
  })

  test('has no row that fills the memory', async () => {
    const rows = await rowsOf(`a,b\n"${'x'.repeat(500)}",y\n1,2\n`, 7)
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [['a', 'b'], undefined, ['1', '2']],
    )
  })
})
