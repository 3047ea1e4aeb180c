import { endpoint } from '../declaration/endpoint.ts'
import { languages } from '../declaration/languages.ts'
import {
  array,
  boolean,
  integer,
  nullable,
  object,
  oneOf,
  type Schema,
  type Static,
  string,
} from '../declaration/schema.ts'
import { maxCustomText } from '../rules/custom-text.ts'
import { customTextIds } from '../rules/custom-text-list.ts'

const TextId = oneOf(customTextIds, {
  description: 'The text, by the email or page that shows it.',
  examples: ['email.invitation.subject'],
})
const TextLanguage = oneOf(languages, { description: 'The language of the text.', examples: ['en'] })
const Text = string({
  minLength: 1,
  maxLength: maxCustomText.lines,
  description: 'Plain text, with placeholders such as `{duration}`. An empty line begins a paragraph.',
  examples: ['Your account at Acme'],
})

const inEach = <T>(one: Schema<T>, description: string) =>
  object({ en: one, de: one, fr: one }, { description })

const CustomText = object(
  {
    id: TextId,
    multiline: boolean({ description: 'True for a text that may have several lines and paragraphs.' }),
    max_length: integer({ minimum: 1, maximum: maxCustomText.lines, description: 'In characters.' }),
    placeholders: array(string({ examples: ['duration'] }), {
      description: 'The names that may stand in braces in the text.',
    }),
    defaults: inEach(string(), 'The text that is shown when none is stored.'),
    texts: inEach(nullable(Text), 'The text that is stored. Null: the default is shown.'),
  },
  { title: 'CustomText' },
)
export type CustomTextResource = Static<typeof CustomText>

const byId = object({ text_id: TextId })
const byLanguage = object({ text_id: TextId, language: TextLanguage })
const forConsole = 'for the console, which calls by HTTP'

export const listCustomTextsEndpoint = endpoint({
  name: 'listCustomTexts',
  method: 'GET',
  paths: ['/api/v1/branding/texts'],
  access: 'system:read',
  httpOnly: forConsole,
  tag: 'system',
  summary: 'List the texts that you can replace',
  description:
    'All texts of pages and emails that can be replaced, with their defaults and placeholders. Security notices, the consent page and buttons are not among them. The ETag is that of the branding.',
  success: 200,
  reply: object({ data: array(CustomText) }),
  failures: [],
  etag: true,
})

export const getCustomTextEndpoint = endpoint({
  name: 'getCustomText',
  method: 'GET',
  paths: ['/api/v1/branding/texts/{text_id}'],
  access: 'system:read',
  httpOnly: forConsole,
  tag: 'system',
  summary: 'Get a text of a page or an email',
  description: 'The text in all languages, and its default. The ETag is that of the branding.',
  params: byId,
  success: 200,
  reply: CustomText,
  failures: [],
  etag: true,
})

export const putCustomTextEndpoint = endpoint({
  name: 'putCustomText',
  method: 'PUT',
  paths: ['/api/v1/branding/texts/{text_id}/{language}'],
  access: 'system:write',
  httpOnly: forConsole,
  tag: 'system',
  summary: 'Replace a text of a page or an email',
  description:
    'Pages in this language show the text within five seconds, and emails from the next one on. It is plain text without HTML, URLs, host names and email addresses. The ETag is that of the branding. Callers with an access token need a sign-in from the last five minutes.',
  params: byLanguage,
  body: object({ text: Text }, { title: 'CustomTextInput' }),
  success: 200,
  reply: CustomText,
  failures: ['reauthentication_required'],
  etag: true,
})

export const deleteCustomTextEndpoint = endpoint({
  name: 'deleteCustomText',
  method: 'DELETE',
  paths: ['/api/v1/branding/texts/{text_id}/{language}'],
  access: 'system:write',
  httpOnly: forConsole,
  tag: 'system',
  summary: 'Restore the default of a text',
  description: 'Callers with an access token need a sign-in from the last five minutes.',
  params: byLanguage,
  success: 204,
  failures: ['custom_text_not_found', 'reauthentication_required'],
  etag: true,
})

export const findCustomTextsEndpoint = endpoint({
  name: 'findCustomTexts',
  method: 'POST',
  paths: ['/internal/branding/texts/find'],
  access: 'service',
  tag: 'internal',
  summary: 'The stored texts of pages',
  success: 200,
  reply: object({
    data: array(object({ id: string(), language: TextLanguage, text: string() })),
  }),
  failures: [],
})

export const customTextEndpoints = [
  listCustomTextsEndpoint,
  getCustomTextEndpoint,
  putCustomTextEndpoint,
  deleteCustomTextEndpoint,
]
