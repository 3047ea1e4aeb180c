import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../docs/guide/', import.meta.url)

/** A guide of `docs/guide/`. It is served as the Markdown that it is. */
export interface Guide {
  /** The name of the file, such as `webhooks.md`. */
  name: string
  title: string
  text: string
}

/** Reads the guides, in the order of their names. */
export const readGuides = (): Guide[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
    })

/** The guide that explains the operations of a tag. */
export const guideOf: Record<string, string> = {
  authentication: 'checking-tokens.md',
  links: 'account-pages.md',
  'api keys': 'api-keys.md',
  notifications: 'notifications.md',
  events: 'events.md',
  webhooks: 'webhooks.md',
}
