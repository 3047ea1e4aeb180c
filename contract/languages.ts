/** The languages that mails and pages are written in (ISO 639-1). */
export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]
