import type { PasskeyResource } from '#contract/sign-in/passkeys.ts'
import { fill } from '#runtime/texts/texts.ts'
import type { Texts } from '../texts/texts.ts'
import { field, type Sent } from '../view/form.ts'
import { backHome, named, type View } from '../view/view.ts'

export const addPasskeyView =
  (sent: Sent, problem?: (texts: Texts) => string): View =>
  (texts) => {
    const { add: text } = texts.passkey
    return {
      text,
      form: {
        action: 'add-passkey',
        problem: problem?.(texts),
        fields: [field('name', 'typed', text.name, sent)],
        passkey: { use: 'add', button: text.button, texts: texts.passkey },
      },
      links: [backHome(texts)],
    }
  }

export const renamePasskeyView =
  ({ id }: Pick<PasskeyResource, 'id'>, sent: Sent): View =>
  (texts) => {
    const { rename: text, add } = texts.passkey
    const fields = [field('name', 'typed', add.name, sent)]
    return {
      text,
      form: { action: 'rename-passkey', button: text.button, hidden: { id }, fields },
      links: [backHome(texts)],
    }
  }

export const removePasskeyView =
  ({ id, name }: Pick<PasskeyResource, 'id' | 'name'>, problem?: (texts: Texts) => string): View =>
  (texts) => {
    const text = fill(texts.passkey.remove, { called: named(name) })
    return {
      text,
      form: {
        action: 'remove-passkey',
        button: text.button,
        hidden: { id },
        isDangerous: true,
        problem: problem?.(texts),
      },
      links: [backHome(texts)],
    }
  }
