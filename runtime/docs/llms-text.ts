import { inReadingOrder } from '#contract/examples/examples.ts'
import type { Reference } from './reference-page.ts'

/** Makes `/llms.txt` (llmstxt.org): a short list in Markdown of the pages of this server, for language models. */
export const llmsText = ({ title, endpoints, guides }: Omit<Reference, 'doors'>): string => `# ${title}

> Users and sign-in as two small services that a team runs itself. Requests and replies are JSON; a failure is a problem document
> (RFC 9457) with a stable \`code\`.

## Reference

- [OpenAPI document](/openapi.json): every operation with its schemas, failures and examples
- [Reference page](/docs): the same for people, with examples for curl and TypeScript, and the rpcs

## Guides

${guides.map(({ path, title: text }) => `- [${text}](${path}.md)`).join('\n')}

## Operations

${inReadingOrder(endpoints)
  .map(({ name, method, paths: [path], summary }) => `- ${name}: ${method} ${path} (${summary})`)
  .join('\n')}
`
