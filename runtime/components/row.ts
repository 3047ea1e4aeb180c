import { type Html, html, type Part } from '../html.ts'
import { icon } from '../look/icon.ts'
import type { IconName } from '../look/icon-names.ts'

interface Row {
  icon?: IconName | undefined
  /** What is drawn at the beginning in place of an icon, such as the mark of a brand or an avatar. */
  drawing?: Html | undefined
  name: Part
  /** A badge beside the name. */
  badge?: Html | undefined | false
  /** What there is to know, each in a line of its own. */
  notes?: readonly Part[] | undefined
  /** What can be done. */
  actions?: Part
}

/** Makes a list of rows; undefined for none. */
export const rows = (list: readonly (Row | undefined | false)[]): Html | undefined => {
  const shown = list.filter((one) => one !== undefined && one !== false)
  return shown.length === 0 ? undefined : html`<ul class="rows">${shown.map(row)}</ul>`
}

function row({ icon: name, drawing, name: title, badge, notes = [], actions }: Row): Html {
  const drawn = drawing ?? (name && icon(name))
  const lines = notes
    .filter((note) => note !== undefined && note !== false)
    .map((note) => html`<span class="note">${note}</span>`)
  return html`<li class="row">${drawn && html`<span class="glyph">${drawn}</span>`}<div class="about"><div class="words"><span class="name">${title}</span> ${badge}${lines}</div>${actions}</div></li>`
}
