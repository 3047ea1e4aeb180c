import { languages } from '#contract/declaration/languages.ts'
import { languageName } from '#runtime/texts/language-name.ts'
import { fill } from '#runtime/texts/texts.ts'
import type { AskingText, Texts } from '../texts/texts.ts'
import { type Field, field, list } from '../view/form.ts'
import { backHome, type View } from '../view/view.ts'

/** The values of a form that was refused, and what was wrong with them. */
export interface Refused {
  sent: Record<string, string>
  faults?: Record<string, string>
  problem?: (texts: Texts) => string
}

/** Makes a page with a form that changes something, and a link back to the account page. */
const asking =
  (
    action: string,
    refused: Refused | undefined,
    choose: (texts: Texts) => { text: AskingText; fields: Field[]; username?: string; isDangerous?: boolean },
  ): View =>
  (texts) => {
    const { text, ...form } = choose(texts)
    const problem = refused?.problem?.(texts)
    return {
      text,
      form: { action, button: text.button, problem, ...form },
      links: [backHome(texts)],
    }
  }

export const changeNameView = (name: string | undefined, refused?: Refused): View =>
  asking('name', refused, ({ changeName }) => {
    const sent = { value: name ?? refused?.sent.name, fault: refused?.faults?.name }
    return { text: changeName, fields: [field('name', 'name', changeName.name, sent)] }
  })

export const changeEmailView = (refused?: Refused): View =>
  asking('email', refused, ({ changeEmail, email }) => {
    const sent = { value: refused?.sent.email, fault: refused?.faults?.email }
    return {
      text: changeEmail,
      fields: [field('email', 'email', { ...email, label: changeEmail.label }, sent)],
    }
  })

/** Makes the page for the language, of which the empty one is that of the browser. */
export const changeLanguageView = (current: string): View =>
  asking('language', undefined, ({ changeLanguage }) => {
    const own = languages.map((one) => ({ value: one, text: languageName(one), language: one }))
    const options = [{ value: '', text: changeLanguage.automatic }, ...own]
    return { text: changeLanguage, fields: [list('language', changeLanguage, { value: current, options })] }
  })

export const changePasswordView = (username: string, refused?: Refused): View =>
  asking('password', refused, ({ changePassword, password }) => ({
    text: changePassword,
    username,
    fields: [
      field('current_password', 'password', changePassword.current, {
        fault: refused?.faults?.current_password,
      }),
      field('new_password', 'newPassword', password, { fault: refused?.faults?.new_password }),
    ],
  }))

export const deleteAccountView = (username: string, refused?: Refused): View =>
  asking('delete', refused, ({ deleteAccount }) => {
    const text = fill(deleteAccount, { username })
    const sent = { value: refused?.sent.username, fault: refused?.faults?.username }
    return { text, isDangerous: true, fields: [field('username', 'typed', text.username, sent)] }
  })
