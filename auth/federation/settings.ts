import { filePath, text, unsetOr } from '#runtime/settings.ts'

/**
 * The settings of logins with accounts at other providers. Google and GitHub need two settings each; a file describes all
 * others.
 */
export const federationSettings = {
  googleClientId: unsetOr(
    text('LATCHKEY_GOOGLE_CLIENT_ID', 'the OAuth client at Google: people can sign in with Google then'),
  ),
  googleClientSecret: unsetOr({ ...text('LATCHKEY_GOOGLE_CLIENT_SECRET', 'its secret'), secret: true }),
  githubClientId: unsetOr(
    text('LATCHKEY_GITHUB_CLIENT_ID', 'the OAuth app at GitHub: people can sign in with GitHub then'),
  ),
  githubClientSecret: unsetOr({ ...text('LATCHKEY_GITHUB_CLIENT_SECRET', 'its secret'), secret: true }),
  federationFile: unsetOr(
    filePath(
      'LATCHKEY_FEDERATION_FILE',
      'file with further providers to sign in with, JSON: Microsoft, Apple, any of OpenID Connect',
    ),
  ),
}
