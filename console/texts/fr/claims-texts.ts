import type { Texts } from '../texts.ts'

/** The texts of the page that previews which claims about a user an application gets. */
export const claimsFrench: Pick<Texts, 'claims'> = {
  claims: {
    title: 'Aperçu des claims',
    hint: 'Les claims que ce client obtiendrait sur un utilisateur, selon les règles des vrais jetons. Aucun jeton n’est émis.',
    who: 'Utilisateur',
    scope: 'Scopes demandés',
    scopeHint: 'Séparés par des espaces.',
    resource: 'Audience d’API',
    noResource: 'Aucune : pour le point de terminaison userinfo',
    show: 'Afficher les claims',
    idToken: 'Jeton d’identité',
    accessToken: 'Jeton d’accès',
    userInformation: 'Réponse userinfo',
    opaque: 'Le jeton est opaque. L’introspection renvoie :',
    jwt: 'Le jeton est un JWT avec ces claims :',
    none: 'Aucun. Le scope openid n’est pas demandé.',
    atLogin: 'Définis à chaque connexion :',
    granted: 'Scopes accordés :',
    refused: 'Non autorisés pour ce client :',
    back: 'Retour au client',
  },
}
