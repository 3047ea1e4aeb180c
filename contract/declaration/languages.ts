/** Mails and pages are available in these languages (ISO 639-1). */
export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]
