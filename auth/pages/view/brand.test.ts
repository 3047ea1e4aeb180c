import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, readableForms, toRgb } from './brand.ts'

test('a colour of an operator can be read on a light and on a dark page, whichever it is', () => {
  const parts = ['00', '33', '80', 'cc', 'ff']
  for (const red of parts)
    for (const green of parts)
      for (const blue of parts) {
        const color = `#${red}${green}${blue}`
        const { light, dark } = readableForms(color)
        const about = `${color}: ${light} and ${dark}`
        assert.ok(contrast(toRgb(light), [255, 255, 255]) >= 4.5, about)
        assert.ok(contrast(toRgb(dark), [0x1e, 0x1e, 0x1e]) >= 4.5, about)
      }
})

test('a colour that can be read is left as it is', () => {
  assert.equal(readableForms('#0b57d0').light, '#0b57d0')
  assert.equal(readableForms('#8ab4f8').dark, '#8ab4f8')
})

test('the contrast is that of WCAG', () => {
  assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21)
  assert.equal(contrast([255, 255, 255], [0x77, 0x77, 0x77]).toFixed(2), '4.48')
})
