import { named } from '../view/view.ts'
import type { AppTexts } from './texts/texts.ts'

/** Says in words what scopes allow. A scope of the operator's own is named as it is. */
export const scopesInWords = (texts: AppTexts, scopes: readonly string[]): string[] =>
  scopes.map((scope) =>
    Object.hasOwn(texts.scopes, scope)
      ? texts.scopes[scope as keyof AppTexts['scopes']]
      : texts.other(named(scope)),
  )
