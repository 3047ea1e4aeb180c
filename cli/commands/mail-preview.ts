import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '#contract/declaration/languages.ts'
import { sampleMails } from '#users/messages/mail/mail-content.ts'
import { renderMail } from '#users/messages/mail/render-mail.ts'
import { printableJson } from '../printable.ts'

/** Writes a sample of each mail in each language, to look at in a browser. */
export function mailPreviewCommand(folder: string, isJson: boolean): void {
  mkdirSync(folder, { recursive: true })
  for (const content of sampleMails) {
    for (const language of languages) {
      const { html, text, subject } = renderMail(content, language)
      const file = join(folder, `${content.kind}.${language}`)
      writeFileSync(`${file}.html`, html)
      writeFileSync(`${file}.txt`, `${subject}\n\n${text}`)
    }
  }
  const mails = sampleMails.length * languages.length
  process.stdout.write(isJson ? printableJson({ folder, mails }) : `Wrote ${mails} emails to ${folder}.\n`)
}
