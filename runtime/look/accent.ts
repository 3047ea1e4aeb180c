import { type Html, html } from '../html.ts'

type Rgb = readonly [red: number, green: number, blue: number]

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** The grounds on which text in the accent colour is hardest to read: `--soft` in light and in dark mode. */
const lightGround: Rgb = [0xee, 0xf0, 0xf4]
const darkGround: Rgb = [0x20, 0x24, 0x2c]
/** The contrast that text needs by WCAG 2.2, criterion 1.4.3 (level AA), and a little more for rounding. */
const leastContrast = 4.6

/** The accent colour of the design system (`look.css`), for a page without a brand. */
export const defaultAccent = { light: '#3451e0', dark: '#93a5ff' }

/**
 * Returns two variants of a colour that are readable: one for light pages, which is darker if necessary, and one for
 * dark pages, which is lighter. On a button they are the background, with text in the colour of the page, so the
 * contrast is no lower.
 */
export const readableForms = (color: string): { light: string; dark: string } => ({
  light: until(color, { ground: lightGround, towards: black }),
  dark: until(color, { ground: darkGround, towards: white }),
})

/** Makes the style by which a page has the colour of a brand. */
export function accentStyle(color: string): Html {
  const { light, dark } = readableForms(color)
  return html`:root { --accent: light-dark(${light}, ${dark}) }`
}

function until(color: string, { ground, towards }: { ground: Rgb; towards: Rgb }): string {
  const given = toRgb(color)
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = given.map((value, index) => Math.round(value + ((towards[index] ?? 0) - value) * share))
    const [red = 0, green = 0, blue = 0] = mixed
    if (contrast([red, green, blue], ground) >= leastContrast) return toHex([red, green, blue])
  }
  return toHex(towards)
}

export const toRgb = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const toHex = (rgb: Rgb): string => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`

/** Returns the contrast of two colours (WCAG 2.2, definition of contrast ratio), from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
