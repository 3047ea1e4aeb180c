import { filePath, text, unsetOr } from '#runtime/settings.ts'

/**
 * The settings of logins with accounts at other providers. Google and GitHub need two settings each; a file describes all
 * others.
 */
export const federationSettings = {
  googleClientId: unsetOr(
    text('LATCHKEY_GOOGLE_CLIENT_ID', 'OAuth client ID at Google; turns on sign-in with Google'),
  ),
  googleClientSecret: unsetOr({
    ...text('LATCHKEY_GOOGLE_CLIENT_SECRET', 'OAuth client secret at Google'),
    secret: true,
  }),
  githubClientId: unsetOr(
    text('LATCHKEY_GITHUB_CLIENT_ID', 'OAuth client ID at GitHub; turns on sign-in with GitHub'),
  ),
  githubClientSecret: unsetOr({
    ...text('LATCHKEY_GITHUB_CLIENT_SECRET', 'OAuth client secret at GitHub'),
    secret: true,
  }),
  federationFile: unsetOr(
    filePath(
      'LATCHKEY_FEDERATION_FILE',
      'JSON file with more providers to sign in with: Microsoft, Apple, any OpenID provider',
    ),
  ),
}
