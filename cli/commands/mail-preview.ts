import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '#contract/declaration/languages.ts'
import { sqlitePath } from '#runtime/database/open-database.ts'
import { findMailBrand, type MailBrand, plainBrand } from '#users/messages/mail/mail-brand.ts'
import { sampleMails } from '#users/messages/mail/mail-content.ts'
import { renderMail } from '#users/messages/mail/render-mail.ts'
import { printableJson } from '../printable.ts'
import { type AllSettings, databaseUrls } from '../settings/all-settings.ts'
import { fixedMailBrand } from '../settings/mail-brand.ts'
import { withUsers } from '../with-users.ts'

/** Writes a sample of each mail in each language, in the branding of the installation, to look at in a browser. */
export async function mailPreviewCommand(
  settings: AllSettings,
  folder: string,
  isJson: boolean,
): Promise<void> {
  const brand = await brandOf(settings)
  mkdirSync(folder, { recursive: true })
  for (const content of sampleMails) {
    for (const language of languages) {
      const { html, text, subject } = renderMail(content, language, brand)
      const file = join(folder, `${content.kind}.${language}`)
      writeFileSync(`${file}.html`, html)
      writeFileSync(`${file}.txt`, `${subject}\n\n${text}`)
    }
  }
  const mails = sampleMails.length * languages.length
  process.stdout.write(isJson ? printableJson({ folder, mails }) : `Wrote ${mails} emails to ${folder}.\n`)
}

/** Reads the branding. Before the first start there is no embedded database, and the command makes none. */
async function brandOf(settings: AllSettings): Promise<MailBrand> {
  const path = sqlitePath(databaseUrls(settings).users)
  if (path === undefined || existsSync(path)) return withUsers(settings, findMailBrand)
  const { name, color } = fixedMailBrand(settings)
  return { ...plainBrand, name, color }
}
