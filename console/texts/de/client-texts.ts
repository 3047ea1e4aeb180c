import type { Texts } from '../texts.ts'

export const clientGerman: Pick<Texts, 'clients'> = {
  clients: {
    title: 'Clients',
    hint: 'Anwendungen, die Benutzer mit OpenID Connect anmelden, und Maschinen, die Ihre APIs aufrufen.',
    create: 'Client erstellen',
    none: 'Noch keine Clients.',
    noneHint:
      'Erstellen Sie einen Client, damit sich Benutzer mit ihrem Konto bei Grafana, einem Wiki oder Ihrer eigenen Web- oder Mobil-App anmelden können. Sie erhalten eine Client-ID und für Anwendungen auf einem Server ein Client-Secret.',
    name: 'Name',
    nameHint: 'Benutzer sehen ihn bei der Anmeldung.',
    kinds: { confidential: 'Vertraulich', public: 'Öffentlich' },
    authentication: 'Client-Authentifizierung',
    methods: {
      none: 'Keine: öffentlicher Client, für Apps auf einem Gerät oder im Browser (none)',
      client_secret_basic: 'Client-Secret im Authorization-Header (client_secret_basic)',
      client_secret_post: 'Client-Secret im Request-Body (client_secret_post)',
      private_key_jwt: 'Signiertes JWT mit eigenem Schlüssel des Clients (private_key_jwt)',
    },
    authenticationHint:
      'Ein öffentlicher Client kann später nicht vertraulich werden, und umgekehrt auch nicht.',
    keys: 'Öffentliche Schlüssel (JWKS)',
    keysHint: 'Ein JSON Web Key Set. Nur für private_key_jwt.',
    badKeys:
      'Öffentliche Schlüssel müssen ein JSON Web Key Set sein: ein JSON-Objekt mit einer Liste namens „keys“.',
    consent: 'Einwilligung',
    firstParty: 'Eigene Anwendung: Benutzer nicht um Einwilligung bitten',
    isFirstParty: 'Eigene Anwendung',
    asksConsent: 'Fragt nach Einwilligung',
    redirectUris: 'Redirect-URIs',
    redirectUrisHint:
      'Wohin Benutzer nach der Anmeldung zurückkehren. Eine pro Zeile, exakt verglichen: https, http auf localhost oder ein eigenes Schema wie com.example.app:/callback.',
    logoutUris: 'Post-Logout-Redirect-URIs',
    logoutUrisHint: 'Wohin Benutzer nach der Abmeldung zurückkehren dürfen. Eine pro Zeile.',
    backchannel: 'Back-Channel-Logout-URI',
    grants: 'Grant-Typen',
    grant: {
      authorization_code: 'Authorization Code: Benutzer anmelden (authorization_code)',
      refresh_token: 'Refresh-Token: Benutzer angemeldet lassen (refresh_token)',
      client_credentials: 'Client Credentials: im eigenen Namen handeln, ohne Benutzer (client_credentials)',
      device_code: 'Device Authorization: Anmeldung am Fernseher oder im Terminal (device_code)',
    },
    scopes: 'Scopes',
    scopesHint:
      'Die Scopes, die der Client anfordern darf, einer pro Zeile: openid, profile, email, roles, offline_access und Scopes Ihrer eigenen APIs.',
    resources: 'API-Audiences',
    resourcesHint:
      'Die APIs, für die der Client Access-Tokens anfordern darf. Eine URI pro Zeile; sie wird zur Audience des Tokens. Eine API, die Tokens per Introspection prüft, hat keinen Grant-Typ und hier ihre eigene URI.',
    algorithm: 'Signaturalgorithmus für ID-Tokens',
    pushed: 'Pushed Authorization Requests (PAR) verlangen',
    requirePkce: 'PKCE verlangen',
    requirePkceHint:
      'Öffentliche Clients verwenden immer PKCE. Alles außer „Immer“ ist für Software, die PKCE nicht unterstützt.',
    pkce: { always: 'Immer', or_nonce: 'Außer wenn die Anfrage eine Nonce enthält', never: 'Nie' },
    noPkce:
      'Dieser Client muss weder PKCE noch eine Nonce verwenden: Einen gestohlenen Autorisierungscode schützt nur die Client-Authentifizierung. Schalten Sie PKCE ein, sobald seine Software es unterstützt.',
    bound: 'Schlüsselgebundene Access-Tokens verlangen (DPoP)',
    advanced: 'Erweiterte Einstellungen',
    security: 'Sicherheit',
    id: 'Client-ID',
    status: 'Status',
    on: 'Aktiviert',
    off: 'Deaktiviert',
    edit: 'Client bearbeiten',
    save: 'Änderungen speichern',
    changed: 'Client gespeichert.',
    created: 'Client erstellt',
    deleted: 'Client gelöscht.',
    secretCreated: 'Client-Secret erstellt',
    secrets: 'Client-Secrets',
    secretsHint:
      'So wechseln Sie das Secret ohne Unterbrechung: ein zweites hinzufügen, in der Anwendung eintragen, dann das erste widerrufen. Zwei können gleichzeitig gültig sein.',
    noSecrets:
      'Kein Client-Secret. Die Anwendung kann sich erst authentifizieren, wenn Sie eines hinzufügen.',
    revokeSecret: 'Widerrufen',
    secretAdded:
      'Tragen Sie es in der Anwendung als Client-Secret ein. Sobald sie es verwendet, widerrufen Sie das andere.',
    actions: {
      disable: {
        title: 'Client deaktivieren',
        explain:
          'Der Client erhält keine Tokens, und seine Anfragen werden abgelehnt, bis Sie ihn wieder aktivieren.',
        button: 'Client deaktivieren',
        done: 'Client deaktiviert.',
      },
      enable: {
        title: 'Client aktivieren',
        explain: 'Benutzer können sich bei der Anwendung wieder anmelden.',
        button: 'Client aktivieren',
        done: 'Client aktiviert.',
      },
      addSecret: {
        title: 'Client-Secret hinzufügen',
        explain: 'Das neue Secret wird nur einmal angezeigt. Das bisherige gilt, bis Sie es widerrufen.',
        button: 'Client-Secret hinzufügen',
        done: '',
      },
      revokeSecret: {
        title: 'Client-Secret widerrufen',
        explain: 'Eine Anwendung, die dieses Secret noch verwendet, wird ab der nächsten Anfrage abgelehnt.',
        button: 'Client-Secret widerrufen',
        done: 'Client-Secret widerrufen.',
      },
      delete: {
        title: 'Client löschen',
        explain:
          'Benutzer können sich bei dieser Anwendung nicht mehr anmelden. Das lässt sich nicht rückgängig machen.',
        button: 'Client löschen',
        done: '',
      },
    },
  },
}
