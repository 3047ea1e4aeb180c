import { listSettingsEndpoint, type SettingInForceResource } from '#contract/system/system.ts'
import { badge } from '#runtime/components/banner.ts'
import { table, wide } from '#runtime/components/table.ts'
import { html, joinHtml, type Part } from '#runtime/html.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { filterLinks, pageUrl } from '../../view/parts.ts'

/**
 * The page that shows the settings in force. They cannot be changed here, but only where they are set, such as in the
 * environment.
 */
export const settingsPage: ConsolePage = {
  name: 'settings',
  entry: 'settings',
  menu: {
    group: 'system',
    purpose: 'The settings in force and where each comes from, without secrets',
  },
  show: showSettings,
}

async function showSettings({ ask, sent, texts }: Visit): Promise<PageAnswer> {
  const { settings: text } = texts
  const { data } = (await ask(listSettingsEndpoint, {})).body
  const isAll = sent.show === 'all'
  const shown = isAll ? data : data.filter(({ origin }) => origin !== 'default')
  const choices = [
    { text: text.given, to: 'settings', isCurrent: !isAll },
    { text: text.all, to: pageUrl('settings', { show: 'all' }), isCurrent: isAll },
  ]
  return {
    title: text.title,
    body: html`<h1>${text.title}</h1>
<p class="hint">${text.hint}</p>
${filterLinks(text.title, choices)}
${
  shown.length === 0
    ? html`<section class="card"><p>${text.none}</p></section>`
    : html`<div class="card">${table(
        [text.name, text.value, wide(text.origin)],
        shown.map((one) => row(texts, one)),
      )}</div>`
}`,
  }
}

const row = ({ settings: text }: Visit['texts'], setting: SettingInForceResource): Part[] => {
  const { name, value, is_hidden: isHidden, origin } = setting
  const shown = isHidden ? badge(text.hidden) : value === null ? text.unset : html`<code>${value}</code>`
  return [joinHtml(name.split('_'), html`_<wbr>`), shown, text.origins[origin]]
}
