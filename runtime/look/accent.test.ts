import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, defaultAccent, readableForms, toRgb } from './accent.ts'
import { readLook } from './style.ts'

/** Returns the two forms of a colour of the design system, for light and for dark pages. */
function token(name: string): { light: string; dark: string } {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: ?light-dark\\((#\\w{6}), ?(#\\w{6})\\)`).exec(readLook()) ?? []
  return { light, dark }
}

test('a colour of an operator can be read on every ground of a light and of a dark page, whichever it is', () => {
  const parts = ['00', '33', '80', 'cc', 'ff']
  const grounds = ['ground', 'card', 'soft'].map(token)
  for (const red of parts)
    for (const green of parts)
      for (const blue of parts) {
        const color = `#${red}${green}${blue}`
        const { light, dark } = readableForms(color)
        for (const ground of [...grounds, token('on-accent')]) {
          const about = `${color}: ${light} and ${dark} on ${ground.light} and ${ground.dark}`
          assert.ok(contrast(toRgb(light), toRgb(ground.light)) >= 4.5, about)
          assert.ok(contrast(toRgb(dark), toRgb(ground.dark)) >= 4.5, about)
        }
      }
})

test('the colours of texts can be read on every ground, and edges of fields be seen', () => {
  const least = { text: 7, quiet: 4.5, accent: 4.5, good: 4.5, warn: 4.5, bad: 4.5, edge: 3 }
  for (const [name, contrastOfName] of Object.entries(least))
    for (const ground of ['card', name === 'edge' ? 'card' : 'soft', `${name}-soft`]) {
      const [front, back] = [token(name), token(ground)]
      if (back.light === '') continue
      assert.ok(
        contrast(toRgb(front.light), toRgb(back.light)) >= contrastOfName,
        `light ${name} on ${ground}`,
      )
      assert.ok(contrast(toRgb(front.dark), toRgb(back.dark)) >= contrastOfName, `dark ${name} on ${ground}`)
    }
})

test('a colour that can be read is left as it is', () => {
  assert.equal(readableForms('#0b57d0').light, '#0b57d0')
  assert.equal(readableForms('#8ab4f8').dark, '#8ab4f8')
})

test('the colour of a page without a brand is that of the style', () => {
  assert.deepEqual(defaultAccent, token('accent'))
})

test('the contrast is that of WCAG', () => {
  assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21)
  assert.equal(contrast([255, 255, 255], [0x77, 0x77, 0x77]).toFixed(2), '4.48')
})
