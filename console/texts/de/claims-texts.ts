import type { Texts } from '../texts.ts'

/** The texts of the page that previews which claims about a user an application gets. */
export const claimsGerman: Pick<Texts, 'claims'> = {
  claims: {
    title: 'Vorschau der Claims',
    hint: 'Was die Anwendung über jemanden erführe, nach den Regeln der echten Token. Es wird kein Token erstellt und niemand gefragt.',
    who: 'Über wen',
    scope: 'Scopes, um die sie bittet',
    scopeHint: 'Mit Leerzeichen dazwischen.',
    resource: 'Für welche API',
    noResource: 'keine: für die Benutzerinformation',
    idToken: 'ID-Token',
    accessToken: 'Zugriffstoken',
    userInformation: 'Benutzerinformation',
    opaque: 'Es sagt selbst nichts. Die Introspektion sagt darüber:',
    jwt: 'Das liest die API darin:',
    none: 'Keine: openid ist nicht unter den Scopes.',
    atLogin: 'Bei jeder Anmeldung neu:',
    granted: 'Sie bekäme:',
    refused: 'Darum darf sie nicht bitten:',
    back: 'Zurück zur Anwendung',
  },
}
