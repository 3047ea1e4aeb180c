const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** Returns the text that a browser reads in HTML that the services have escaped. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '')
