import type { Texts } from '../texts.ts'

/** The texts of the page that previews which claims about a user an application gets. */
export const claimsGerman: Pick<Texts, 'claims'> = {
  claims: {
    title: 'Claims-Vorschau',
    hint: 'Die Claims, die dieser Client über einen Benutzer erhielte, nach den Regeln für echte Tokens. Es wird kein Token ausgestellt.',
    who: 'Benutzer',
    scope: 'Angeforderte Scopes',
    scopeHint: 'Durch Leerzeichen getrennt.',
    resource: 'API-Audience',
    noResource: 'Keine: für den Userinfo-Endpunkt',
    show: 'Claims anzeigen',
    idToken: 'ID-Token',
    accessToken: 'Access-Token',
    userInformation: 'Userinfo-Antwort',
    opaque: 'Das Token ist opak. Die Introspection liefert:',
    jwt: 'Das Token ist ein JWT mit diesen Claims:',
    none: 'Keine. Der Scope openid ist nicht angefordert.',
    atLogin: 'Bei jeder Anmeldung gesetzt:',
    granted: 'Gewährte Scopes:',
    refused: 'Für diesen Client nicht erlaubt:',
    back: 'Zurück zum Client',
  },
}
