import { html } from '../html.ts'

/** The style of the pages of documents, in addition to the design system. */
export const documentStyle = html`
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { margin: 1rem 0 } h2 { margin: 2.5rem 0 1rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line) } h3 { margin: 1.2rem 0 .4rem }
section { margin: 1.2rem 0; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: var(--radius) }
section h3 { margin: 0; font-size: 1rem } section p { margin: .4rem 0 }
.method { display: inline-block; min-width: 4rem; font-weight: 700 } .tag::first-letter { text-transform: uppercase }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: .92rem }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem .4rem 0; border-top: 1px solid var(--line) }
pre { background: var(--soft); padding: .7rem; border-radius: var(--radius-small); overflow-x: auto; margin: .4rem 0 } pre.text { white-space: pre-wrap }
iframe { width: 100%; height: 44rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius) }
dt { color: var(--quiet); font-size: .9rem } dd { margin: 0 0 .6rem } label { font-weight: 550 }
summary { cursor: pointer; color: var(--accent) }
@media (min-width: 40rem) { th, td { overflow-wrap: break-word } }`

/** The style of the reference page, in addition to that of documents: contents on the left where there is room, examples on the right. */
export const referenceStyle = html`${documentStyle}
html { scroll-padding-top: 1rem } body { max-width: 96rem }
.skip { position: absolute; left: -99rem } .skip:focus { position: static }
main > h1:first-child { margin-top: 0 } section h3 a { color: inherit; text-decoration: none } section h3 a:hover { text-decoration: underline }
section:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent) }
main > section { margin: 0; padding: 0; border: 0 } .routes { list-style: none; margin: .3rem 0; padding: 0 }
#filter .input { max-width: 26rem; margin: .3rem 0 .6rem } nav ul { list-style: none; margin: 0 0 .8rem; padding: 0 } nav li a { display: block; padding: .15rem 0; text-decoration: none } nav li a:hover { text-decoration: underline }
.facts { padding-left: 1.2rem } nav h2 a { color: inherit; text-decoration: none } nav h2 { margin: .8rem 0 .2rem; border: 0; font-size: .85rem; color: var(--quiet) } nav { font-size: .92rem }
.label { margin: .6rem 0 0; font-size: .85rem; color: var(--quiet) } pre { font-size: .82rem; line-height: 1.45 } pre code { font-size: 1em }
details { margin: .3rem 0 } summary { padding: .15rem 0 } th { font-weight: 600 } th:first-child { min-width: 5rem } th:nth-child(2) { min-width: 4rem } .routes .method { min-width: 4.5rem }
.doors { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem; margin: 1.5rem 0 } .door { padding: 1rem; border: 1px solid var(--line); border-radius: .5rem }
.door h2 { margin: 0; border: 0; font-size: 1.1rem } .door > p { margin: .2rem 0 .6rem; color: var(--quiet) } .door ul { margin: 0; padding-left: 1.1rem } .door li { margin: .15rem 0 }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 16rem minmax(0, 1fr); gap: 2.5rem }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: .5rem .4rem 2rem .2rem; box-sizing: border-box }
  @supports selector(::details-content) { nav > details::details-content { content-visibility: visible } nav > details > summary { display: none } }
}
@media (min-width: 80rem) { .sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2rem } }
@media (max-width: 39.99rem) {
  main thead { position: absolute; left: -99rem } main tr { display: grid; grid-template-columns: 1fr auto; border-top: 1px solid var(--line) }
  main td { border: 0; min-width: 0 } main td:nth-child(n + 3) { grid-column: 1 / -1 }
}`
