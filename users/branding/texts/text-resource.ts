import defaults from '#contract/generated/custom-text-defaults.json' with { type: 'json' }
import { maxCustomText } from '#contract/rules/custom-text.ts'
import { type CustomTextId, customTexts } from '#contract/rules/custom-text-list.ts'
import type { CustomTextResource } from '#contract/system/custom-texts.ts'
import type { StoredTexts } from './text-store.ts'

export function toCustomTextResource(id: CustomTextId, stored: StoredTexts): CustomTextResource {
  const { isMultiline, placeholders } = customTexts[id]
  const { en = null, de = null, fr = null } = stored[id] ?? {}
  return {
    id,
    multiline: isMultiline,
    max_length: isMultiline ? maxCustomText.lines : maxCustomText.line,
    placeholders: [...placeholders],
    defaults: defaults[id],
    texts: { en, de, fr },
  }
}
