import { languages } from '#contract/declaration/languages.ts'
import { addUserEndpoint } from '#contract/users.ts'
import { hiddenFields } from '#runtime/components/hidden-fields.ts'
import { html } from '#runtime/html.ts'
import { languageName } from '#runtime/texts/language-name.ts'
import { type Problem, problemOf } from '../core/problem.ts'
import type { ConsolePage, PageAnswer, Visit } from '../core/visit.ts'
import { choiceField, onceOf, problemBox, textField } from '../view/forms.ts'
import { pageUrl } from '../view/parts.ts'

/**
 * The page that adds a user, who is sent a mail with a link to choose a password. The form has no field for a password: its
 * fields may be carried in a URL through a sign-in, and no password may be in a URL.
 */
export const newUserPage: ConsolePage = {
  name: 'new-user',
  entry: 'users',
  show: async (visit) => form(visit),
  send: addUser,
}

function form({ sent, texts }: Visit, problem?: Problem) {
  const { newUser: text, role } = texts
  const field = (
    name: string,
    label: string,
    more: { hint?: string; isRequired?: boolean; maxLength: number },
  ) => textField({ name, label, value: sent[name] ?? '', problem, ...more })
  return {
    title: text.title,
    body: html`<h1>${text.title}</h1>
${problemBox(problem)}
<section class="card"><p>${text.explain}</p><form method="post" action="new-user">${hiddenFields({ once: onceOf(sent) })}
${field('name', texts.users.name, { isRequired: true, maxLength: 200 })}
${field('email', texts.userPage.email, { isRequired: true, maxLength: 254 })}
${field('username', texts.userPage.username, { hint: text.usernameHint, maxLength: 64 })}
${choiceField({
  name: 'role',
  label: texts.users.role,
  value: sent.role ?? 'user',
  problem,
  choices: [
    ['user', role.user],
    ['admin', role.admin],
  ],
})}
${choiceField({
  name: 'locale',
  label: text.language,
  hint: text.languageHint,
  value: sent.locale ?? '',
  problem,
  choices: [['', text.usual], ...languages.map((one) => [one, languageName(one)] as const)],
})}
<button class="button">${text.button}</button> <a href="users" class="button secondary">${texts.cancel}</a></form></section>`,
  }
}

async function addUser(visit: Visit): Promise<PageAnswer> {
  const { ask, sent, texts } = visit
  const typed = (name: string) => sent[name]?.trim() || undefined
  const { username, locale } = { username: typed('username'), locale: typed('locale') }
  try {
    const { body: made } = await ask(addUserEndpoint, {
      body: {
        name: typed('name') ?? '',
        email: typed('email') ?? '',
        ...(sent.role === 'admin' ? { role: 'admin' as const } : {}),
        ...(username === undefined ? {} : { username }),
        ...(locale === undefined ? {} : { locale }),
      },
      idempotencyKey: sent.once,
    })
    return { to: pageUrl('user', { id: made.id, done: 'invite' }) }
  } catch (error) {
    return { ...form(visit, problemOf(error, texts)), status: 400 }
  }
}
