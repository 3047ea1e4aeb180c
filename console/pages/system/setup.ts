import { dismissSetupChecklistEndpoint, getSetupChecklistEndpoint } from '#contract/system/setup-checklist.ts'
import { html } from '#runtime/html.ts'
import type { ConsolePage } from '../../core/visit.ts'
import { checklistCard, readChecklist } from './checklist.ts'

/** The page of the setup checklist, which stays when an admin has dismissed the one on the overview. */
export const setupPage: ConsolePage = {
  name: 'setup',
  entry: 'overview',
  async show(visit) {
    const { setup: text } = visit.texts
    const { body: stored } = await visit.ask(getSetupChecklistEndpoint, {})
    return {
      title: text.pageTitle,
      body: html`<h1>${text.pageTitle}</h1>${checklistCard(visit, await readChecklist(visit, stored))}`,
    }
  },
  /** Its only form hides the checklist of the overview. */
  async send({ ask }) {
    await ask(dismissSetupChecklistEndpoint, {})
    return { to: 'overview?done=setup' }
  },
}
