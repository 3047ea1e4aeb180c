/** The texts of the page that previews which claims about a user an application gets. */
export const claimsEnglish = {
  claims: {
    title: 'Preview claims',
    hint: 'The claims that this client would get about a user, by the rules for real tokens. No token is issued.',
    who: 'User',
    scope: 'Requested scopes',
    scopeHint: 'Separated by spaces.',
    resource: 'API audience',
    noResource: 'None: for the userinfo endpoint',
    show: 'Show claims',
    idToken: 'ID token',
    accessToken: 'Access token',
    userInformation: 'Userinfo response',
    opaque: 'The token is opaque. Introspection returns:',
    jwt: 'The token is a JWT with these claims:',
    none: 'None. The scope openid is not requested.',
    atLogin: 'Set at each sign-in:',
    granted: 'Granted scopes:',
    refused: 'Not allowed for this client:',
    back: 'Back to client',
  },
}
