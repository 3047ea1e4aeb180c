import type { Texts } from '../texts.ts'

export const clientFrench: Pick<Texts, 'clients'> = {
  clients: {
    title: 'Clients',
    hint: 'Les applications qui connectent des utilisateurs avec OpenID Connect, et les machines qui appellent vos API.',
    create: 'Créer un client',
    none: 'Aucun client pour le moment.',
    noneHint:
      'Créez un client pour que les utilisateurs se connectent avec leur compte à Grafana, à un wiki ou à votre propre application web ou mobile. Vous obtenez un ID client et, pour une application sur un serveur, un secret client.',
    name: 'Nom',
    nameHint: 'Les utilisateurs le voient au moment de se connecter.',
    kinds: { confidential: 'Confidentiel', public: 'Public' },
    authentication: 'Authentification du client',
    methods: {
      none: 'Aucune : client public, pour une application sur un appareil ou dans un navigateur (none)',
      client_secret_basic: 'Secret client dans l’en-tête Authorization (client_secret_basic)',
      client_secret_post: 'Secret client dans le corps de la requête (client_secret_post)',
      private_key_jwt: 'JWT signé avec la clé du client (private_key_jwt)',
    },
    authenticationHint: 'Un client public ne peut pas devenir confidentiel par la suite, ni l’inverse.',
    keys: 'Clés publiques (JWKS)',
    keysHint: 'Un JSON Web Key Set. Uniquement pour private_key_jwt.',
    badKeys:
      'Les clés publiques doivent former un JSON Web Key Set : un objet JSON avec une liste nommée « keys ».',
    consent: 'Consentement',
    firstParty: 'Application interne : ne pas demander le consentement des utilisateurs',
    isFirstParty: 'Application interne',
    asksConsent: 'Demande le consentement',
    redirectUris: 'URI de redirection',
    redirectUrisHint:
      'L’adresse à laquelle les utilisateurs reviennent après la connexion. Une par ligne, comparée à l’identique : https, http sur localhost, ou un schéma privé tel que com.example.app:/callback.',
    logoutUris: 'URI de redirection après déconnexion',
    logoutUrisHint:
      'Les adresses auxquelles les utilisateurs peuvent revenir après la déconnexion. Une par ligne.',
    backchannel: 'URI de déconnexion back-channel',
    grants: 'Types d’autorisation',
    grant: {
      authorization_code: 'Code d’autorisation : connecter des utilisateurs (authorization_code)',
      refresh_token: 'Jeton d’actualisation : garder les utilisateurs connectés (refresh_token)',
      client_credentials:
        'Identifiants du client : agir en son propre nom, sans utilisateur (client_credentials)',
      device_code: 'Autorisation d’appareil : se connecter sur un téléviseur ou un terminal (device_code)',
    },
    scopes: 'Scopes',
    scopesHint:
      'Les scopes que le client peut demander, un par ligne : openid, profile, email, roles, offline_access et ceux de vos propres API.',
    resources: 'Audiences d’API',
    resourcesHint:
      'Les API pour lesquelles le client peut demander des jetons d’accès. Une URI par ligne ; elle devient l’audience du jeton. Une API qui introspecte les jetons n’a aucun type d’autorisation, et sa propre URI ici.',
    algorithm: 'Algorithme de signature des jetons d’identité',
    pushed: 'Exiger des requêtes d’autorisation déposées (PAR)',
    requirePkce: 'Exiger PKCE',
    requirePkceHint:
      'Les clients publics utilisent toujours PKCE. Tout autre choix que « Toujours » est destiné aux logiciels qui ne le prennent pas en charge.',
    pkce: { always: 'Toujours', or_nonce: 'Sauf si la demande contient un nonce', never: 'Jamais' },
    noPkce:
      'Ce client n’est tenu d’utiliser ni PKCE ni nonce : seule l’authentification du client protège un code d’autorisation volé. Activez PKCE dès que son logiciel le prend en charge.',
    bound: 'Exiger des jetons d’accès liés à une clé (DPoP)',
    advanced: 'Paramètres avancés',
    security: 'Sécurité',
    id: 'ID client',
    status: 'Statut',
    on: 'Activé',
    off: 'Désactivé',
    edit: 'Modifier le client',
    save: 'Enregistrer',
    changed: 'Client enregistré.',
    created: 'Client créé',
    deleted: 'Client supprimé.',
    secretCreated: 'Secret client créé',
    secrets: 'Secrets client',
    secretsHint:
      'Pour changer de secret sans interruption : ajoutez-en un second, configurez-le dans l’application, puis révoquez le premier. Deux peuvent être valides en même temps.',
    noSecrets:
      'Aucun secret client. L’application ne peut pas s’authentifier tant que vous n’en ajoutez pas.',
    revokeSecret: 'Révoquer',
    secretAdded:
      'Configurez-le dans l’application comme secret client. Dès qu’elle l’utilise, révoquez l’autre.',
    actions: {
      disable: {
        title: 'Désactiver le client',
        explain:
          'Le client ne reçoit plus de jetons et ses requêtes sont refusées, jusqu’à ce que vous le réactiviez.',
        button: 'Désactiver le client',
        done: 'Client désactivé.',
      },
      enable: {
        title: 'Activer le client',
        explain: 'Les utilisateurs peuvent de nouveau se connecter à l’application.',
        button: 'Activer le client',
        done: 'Client activé.',
      },
      addSecret: {
        title: 'Ajouter un secret client',
        explain:
          'Le nouveau secret n’est affiché qu’une fois. L’ancien reste valide jusqu’à ce que vous le révoquiez.',
        button: 'Ajouter un secret client',
        done: '',
      },
      revokeSecret: {
        title: 'Révoquer le secret client',
        explain: 'Une application qui utilise encore ce secret est refusée dès sa prochaine requête.',
        button: 'Révoquer le secret client',
        done: 'Secret client révoqué.',
      },
      delete: {
        title: 'Supprimer le client',
        explain:
          'Les utilisateurs ne pourront plus se connecter à cette application. Cette action est irréversible.',
        button: 'Supprimer le client',
        done: '',
      },
    },
  },
}
