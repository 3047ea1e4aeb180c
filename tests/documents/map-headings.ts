/** The eight headings under which `docs/README.md`, the pages at `/docs` and the site of the documents list every page. */
export const mapHeadings = [
  'Get started',
  'Build an app',
  'Sign-in methods',
  'OpenID provider',
  'Operate',
  'Migrate',
  'Reference',
  'Explanations',
] as const
