import type { Texts } from '../texts.ts'

/** The texts of the page that previews which claims about a user an application gets. */
export const claimsFrench: Pick<Texts, 'claims'> = {
  claims: {
    title: 'Aperçu des claims',
    hint: 'Ce que l’application apprendrait de quelqu’un, selon les règles des vrais jetons. Aucun jeton n’est créé, et personne n’est interrogé.',
    who: 'Sur qui',
    scope: 'Scopes qu’elle demande',
    scopeHint: 'Séparés par des espaces.',
    resource: 'Pour quelle API',
    noResource: 'aucune : pour les informations sur l’utilisateur',
    idToken: 'Jeton d’identité',
    accessToken: 'Jeton d’accès',
    userInformation: 'Informations sur l’utilisateur',
    opaque: 'Il ne dit rien par lui-même. L’introspection en dit :',
    jwt: 'L’API y lit :',
    none: 'Aucun : openid n’est pas parmi les scopes.',
    atLogin: 'Décidé à chaque connexion :',
    granted: 'Elle obtiendrait :',
    refused: 'Elle n’a pas le droit de demander :',
    back: 'Retour à l’application',
  },
}
