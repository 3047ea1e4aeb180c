import type { AppTexts } from '../texts/texts.ts'
import { named } from '../view/view.ts'

/** Returns texts that explain what scopes allow. A scope that only the operator knows is shown by its name. */
export const scopesInWords = (texts: AppTexts, scopes: readonly string[]): string[] =>
  scopes.map((scope) =>
    Object.hasOwn(texts.scopes, scope)
      ? texts.scopes[scope as keyof AppTexts['scopes']]
      : texts.other({ scope: named(scope) }),
  )
