import { languages } from '#contract/declaration/languages.ts'
import { brandImages } from '#contract/system/branding.ts'
import { type Command, command, targetFlags } from './command.ts'

const file = { value: 'FILE', effect: 'File to read; - for the standard input' } as const
const locale = { oneOf: languages, required: true, effect: 'Language of the text' } as const
const removes = (what: string) => `${what}; '' removes it`
const brandingFields =
  '`name`, `color`, `privacy_url`, `terms_url`, `help_url`, `language`, `logo`, `logo_dark` and `favicon`, each null if not set'
const textFields =
  '`id`, `multiline`, `max_length`, `placeholders`, and `defaults` and `texts` by language; a text that is not set is null'

/** The commands for the branding. The code of a command is imported only when it runs. */
export const brandingCommands: readonly Command[] = [
  command({
    name: 'branding show',
    flags: targetFlags,
    meaning: 'Show name, color, links, language and images',
    prints: brandingFields,
    run: async ({ settings, flags }) =>
      (await import('./commands/branding/show.ts')).showBrandingCommand(settings, flags),
  }),
  command({
    name: 'branding set',
    flags: {
      name: { value: 'NAME', effect: removes('Name on pages and in emails') },
      color: { value: '#RRGGBB', effect: removes('Color of buttons and links') },
      'privacy-url': { value: 'URL', effect: removes('Privacy policy') },
      'terms-url': { value: 'URL', effect: removes('Terms of service') },
      'help-url': { value: 'URL', effect: removes('Help page') },
      'default-language': {
        value: languages.join('|'),
        effect: removes('Language of users whose own is not known'),
      },
      ...targetFlags,
    },
    meaning: 'Change name, color, links or language',
    details:
      'Pages follow within five seconds, and emails with the next one. Environment variables take precedence.',
    prints: brandingFields,
    run: async ({ settings, flags }) =>
      (await import('./commands/branding/set.ts')).setBrandingCommand(settings, flags),
  }),
  command({
    name: 'branding set-image',
    operand: 'IMAGE',
    flags: { file: { ...file, required: true }, ...targetFlags },
    meaning: 'Upload a logo or an icon',
    details: `IMAGE is ${brandImages.join(', ')}. A PNG or WebP of at most 64 KiB and 1,024 pixels in width and height.`,
    prints: brandingFields,
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/branding/images.ts')).setImageCommand(settings, operand, flags),
  }),
  command({
    name: 'branding delete-image',
    operand: 'IMAGE',
    flags: targetFlags,
    meaning: 'Delete a logo or an icon',
    prints: '`deleted`, the image',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/branding/images.ts')).deleteImageCommand(settings, operand, flags),
  }),
  command({
    name: 'branding texts',
    flags: targetFlags,
    meaning: 'List the texts that you can replace',
    details: 'A star marks languages in which a text is replaced. --json prints all texts.',
    prints: `\`data\`; each text has ${textFields}`,
    run: async ({ settings, flags }) =>
      (await import('./commands/branding/texts.ts')).listTextsCommand(settings, flags),
  }),
  command({
    name: 'branding set-text',
    operand: 'TEXT',
    flags: {
      locale,
      text: { value: 'TEXT', effect: 'New text' },
      file,
      ...targetFlags,
    },
    meaning: 'Replace a text of pages or emails',
    details: 'Plain text without URLs. For names and placeholders, see: latchkey branding texts',
    prints: textFields,
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/branding/texts.ts')).setTextCommand(settings, operand, flags),
  }),
  command({
    name: 'branding delete-text',
    operand: 'TEXT',
    flags: { locale, ...targetFlags },
    meaning: 'Restore the default of a text',
    prints: '`deleted`, the text, and `language`',
    run: async ({ settings, operand, flags }) =>
      (await import('./commands/branding/texts.ts')).deleteTextCommand(settings, operand, flags),
  }),
]
