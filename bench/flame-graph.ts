import { readFileSync } from 'node:fs'
import { type Html, html, joinHtml, markupOf } from '#runtime/html.ts'

/**
 * Draws a CPU profile as a flame graph in SVG, without script: `npm run --silent flame-graph --
 * FILE.cpuprofile TITLE [SECONDS] > graph.svg`. The first SECONDS are left out, so that the start of the
 * process does not hide its work.
 */
const [file = '', title = '', leftOutSeconds = '0'] = process.argv.slice(2)

interface ProfileNode {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}

interface Frame {
  name: string
  us: number
  called: Map<string, Frame>
}

const width = 1_200
const rowHeight = 17
const narrowest = 0.003
/**
 * The entries of a CPU profile that are left out, because they are not work of the program: idle time and the
 * profiler itself.
 */
const left = new Set(['(idle)', '(root)', '(program)'])

const profile = JSON.parse(readFileSync(file, 'utf8')) as {
  nodes: ProfileNode[]
  samples: number[]
  timeDeltas: number[]
}
const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
const callers = new Map(
  profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
)
const all: Frame = { name: 'all', us: 0, called: new Map() }
let sinceStartUs = 0
for (const [at, id] of profile.samples.entries()) {
  const us = profile.timeDeltas[at] ?? 0
  sinceStartUs += us
  if (sinceStartUs > Number(leftOutSeconds) * 1e6) add(stackOf(id), us)
}
process.stdout.write(markupOf(draw()))

function stackOf(id: number): string[] {
  const stack: string[] = []
  for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) {
    const name = nameOf(nodes.get(at))
    if (!left.has(name)) stack.unshift(name)
  }
  return stack
}

function nameOf(node: ProfileNode | undefined): string {
  const { functionName = '', url = '', lineNumber = 0 } = node?.callFrame ?? {}
  const where = url.startsWith('node:')
    ? url
    : url.replace(/^.*\/node_modules\//, '').replace(/^file:.*\/((?:[\w-]+\/){1,2}[\w.-]+)$/, '$1')
  const name = functionName || `line ${lineNumber + 1}`
  return where === '' ? name : `${name} ${where}`
}

function add(stack: string[], us: number): void {
  if (stack.length === 0) return
  let frame = all
  frame.us += us
  for (const name of stack) {
    const below = frame.called.get(name) ?? { name, us: 0, called: new Map() }
    frame.called.set(name, below)
    below.us += us
    frame = below
  }
}

function draw(): Html {
  const rows: Html[] = []
  let deepest = 0
  const place = (frame: Frame, x: number, depth: number): void => {
    const share = frame.us / all.us
    if (share < narrowest) return
    deepest = Math.max(deepest, depth)
    rows.push(box(frame, { x, depth, share }))
    let beside = x
    for (const below of [...frame.called.values()].toSorted((a, b) => b.us - a.us)) {
      place(below, beside, depth + 1)
      beside += (below.us / all.us) * width
    }
  }
  place(all, 0, 0)
  const height = (deepest + 1) * rowHeight + 40
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${title}</title>
<style>
svg { color-scheme: light dark; background: light-dark(#fff, #16181d) }
text { font: 11px ui-monospace, monospace; fill: light-dark(#16181d, #f2f2f2) } .title { font: 15px system-ui, sans-serif }
rect { stroke: light-dark(#fff, #16181d) } .own { fill: light-dark(#9cc2ff, #1f4e9e) } .library { fill: light-dark(#ffd59c, #7a4a08) } .node { fill: light-dark(#d9dce1, #3a3f47) }
</style>
<text class="title" x="8" y="22">${title} · blue: Latchkey, orange: packages, grey: Node and V8; ${(all.us / 1e6).toFixed(1)} s of processor time</text>
${joinHtml(rows, '\n')}
</svg>
`
}

function box(frame: Frame, { x, depth, share }: { x: number; depth: number; share: number }): Html {
  const y = 36 + depth * rowHeight
  const wide = share * width
  const letters = Math.floor((wide - 6) / 6.7)
  const text =
    letters >= 3 && html`<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${frame.name.slice(0, letters)}</text>`
  return html`<g><title>${frame.name} ${(share * 100).toFixed(1)} %</title><rect class="${kindOf(frame.name)}" x="${x.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${rowHeight - 1}"/>${text}</g>`
}

function kindOf(name: string): string {
  if (/ (auth|users|runtime|sdk|contract|cli|greeter)\//.test(name) || / [\w-]+\/[\w.-]+\.ts$/.test(name))
    return 'own'
  return / [@\w]/.test(name) && !name.includes(' node:') ? 'library' : 'node'
}
