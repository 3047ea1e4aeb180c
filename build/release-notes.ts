/**
 * Returns the notes of a release: its section of the changelog, with what to read before an upgrade first. Links to files lose
 * their target, because the notes are read outside the repository.
 */
export function releaseNotes(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((one) => one.startsWith(`[${version}]`))
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  const parts = section
    .split(/^### /m)
    .slice(1)
    .map((part) => `## ${part.trim()}\n`)
  const isUpgrade = (part: string) => part.startsWith('## Upgrading')
  const sorted = [...parts.filter(isUpgrade), ...parts.filter((part) => !isUpgrade(part))]
  return `# Latchkey ${version}\n\n${sorted.join('\n')}`.replace(/\[([^\]]+)\]\((?!https:)[^)]+\)/g, '$1')
}
