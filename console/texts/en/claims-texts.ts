/** The texts of the page that previews which claims about a user an application gets. */
export const claimsEnglish = {
  claims: {
    title: 'Preview of the claims',
    hint: 'What the application would be told of somebody, by the rules that real tokens follow. No token is made, and nobody is asked.',
    who: 'Of whom',
    scope: 'Scopes that it asks for',
    scopeHint: 'With spaces between them.',
    resource: 'For which API',
    noResource: 'none: for the user information',
    idToken: 'ID token',
    accessToken: 'Access token',
    userInformation: 'User information',
    opaque: 'It says nothing by itself. Introspection says this of it:',
    jwt: 'The API reads this in it:',
    none: 'None: openid is not among the scopes.',
    atLogin: 'Decided by each sign-in:',
    granted: 'It would get:',
    refused: 'It may not ask for:',
    back: 'Back to the application',
  },
}
