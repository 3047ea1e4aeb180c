import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv.ts'

test('no formula begins in an export, also where a spreadsheet splits it at semicolons', () => {
  const formulas: Record<string, string> = {
    '=cmd': "'=cmd",
    '＝cmd': "'＝cmd",
    'a;=cmd': "a;'=cmd",
    'a;@cmd;+cmd': "a;'@cmd;'+cmd",
    'a;＝cmd': "a;'＝cmd",
    'a;"=cmd': `a;'"=cmd`,
    'a\t-cmd': "a\t'-cmd",
    'a\r\n=cmd': "a\r\n'=cmd",
    ';=cmd': ";'=cmd",
    '\t=cmd': "'\t'=cmd",
  }
  for (const [name, defused] of Object.entries(formulas))
    assert.equal(csvLine(['id', 'name'], { id: 7, name }), `"7","${defused.replaceAll('"', '""')}"\r\n`)
  for (const name of ['a=b', 'Ada; Countess', 'a-b;c', 'x + y'])
    assert.equal(csvLine(['name'], { name }), `"${name}"\r\n`, 'what is no formula stays')
})
