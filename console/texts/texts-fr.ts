import { apiKeyFrench } from './fr/api-key-texts.ts'
import { auditFrench } from './fr/audit-texts.ts'
import { bulkFrench } from './fr/bulk-texts.ts'
import { claimsFrench } from './fr/claims-texts.ts'
import { clientKindFrench } from './fr/client-kind-texts.ts'
import { clientFrench } from './fr/client-texts.ts'
import { deadLetterFrench } from './fr/dead-letter-texts.ts'
import { editUserFrench } from './fr/edit-user-texts.ts'
import { faultFrench } from './fr/fault-texts.ts'
import { findFrench } from './fr/find-texts.ts'
import { importFrench } from './fr/import-texts.ts'
import { oneUserFrench } from './fr/one-user-texts.ts'
import { overviewFrench } from './fr/overview-texts.ts'
import { sessionFrench } from './fr/session-texts.ts'
import { systemFrench } from './fr/system-texts.ts'
import { userHeadFrench } from './fr/user-head-texts.ts'
import { userListFrench } from './fr/user-list-texts.ts'
import { webhookFrench } from './fr/webhook-texts.ts'
import type { Texts } from './texts.ts'
import { userFrench } from './user-texts-fr.ts'

export const french: Texts = {
  ...userFrench,
  ...oneUserFrench,
  ...editUserFrench,
  ...webhookFrench,
  ...apiKeyFrench,
  ...auditFrench,
  ...userHeadFrench,
  ...userListFrench,
  ...bulkFrench,
  ...clientFrench,
  ...clientKindFrench,
  ...claimsFrench,
  ...sessionFrench,
  ...deadLetterFrench,
  ...importFrench,
  ...overviewFrench,
  ...faultFrench,
  ...findFrench,
  ...systemFrench,
  product: 'Console',
  skip: 'Aller au contenu',
  menu: 'Menu',
  menuGroups: {
    start: 'Vue d’ensemble',
    people: 'Utilisateurs',
    applications: 'Applications',
    events: 'Événements',
    system: 'Système',
  },
  signedInAs: 'Connecté en tant que',
  account: 'Votre compte',
  pages: {
    overview: 'Vue d’ensemble',
    users: 'Utilisateurs',
    sessions: 'Sessions',
    clients: 'Clients',
    'api-keys': 'Clés d’API',
    webhooks: 'Webhooks',
    'dead-letters': 'Livraisons échouées',
    providers: 'Fournisseurs d’identité',
    health: 'État du système',
    'signing-keys': 'Clés de signature',
    settings: 'Paramètres',
    audit: 'Journal d’audit',
  },
  refused: {
    title: 'Une erreur s’est produite',
    again: 'La requête a échoué. Réessayez dans un instant.',
    noAuth: (url) =>
      `Le service des utilisateurs ne peut pas joindre le service d’authentification${url === undefined ? '' : ` à l’adresse ${url}`}. Donnez à LATCHKEY_AUTH_URL du service des utilisateurs l’URL du service d’authentification, puis redémarrez le service des utilisateurs.`,
    notFound: 'Cette page n’existe pas, ou ce qu’elle affichait a été supprimé.',
    noAdmin:
      'Cette console est réservée aux administrateurs, et votre compte n’en est pas un. Demandez le rôle à un administrateur.',
    uploading: 'Un autre de vos fichiers est encore en cours d’import. Attendez la fin, puis réessayez.',
    scope: (scope) => `Vous n’avez pas l’autorisation nécessaire. Il manque le scope ${scope}.`,
    https:
      'Les navigateurs ne gardent le cookie de connexion qu’en https, ou sur cette machine sous le nom localhost. Ouvrez la console en https.',
    otherSite:
      'Le formulaire ne vient pas d’une page de cette console. Rien n’a été modifié. Ouvrez la page ici et réessayez.',
    back: 'Retour aux utilisateurs',
    because: 'Détails :',
  },
  secret: {
    once: 'Copiez ceci maintenant. Il n’est affiché qu’une seule fois.',
    kept: 'Je l’ai copié',
  },
  sessionsPending: (time) =>
    `Les sessions prennent fin dans un délai de ${time}. D’ici là, certains jetons d’accès peuvent encore fonctionner. Ils ne peuvent pas être renouvelés.`,
  cancel: 'Annuler',
  made: { by: 'Créé par', command: 'la ligne de commande', at: 'Créé', id: 'ID' },
  problems: {
    username_taken: 'Un autre utilisateur a ce nom d’utilisateur. Choisissez-en un autre.',
    email_taken: 'Un autre utilisateur a cette adresse e-mail. Utilisez-en une autre.',
    user_has_password: 'Cet utilisateur a déjà un mot de passe. Envoyez plutôt une réinitialisation.',
    invalid_request:
      'Certains champs ne sont pas valides. Rien n’a été enregistré. Corrigez les champs signalés.',
    precondition_failed:
      'Un autre administrateur a fait une modification entre-temps. Rien n’a été enregistré. Vérifiez les valeurs actuelles et réessayez.',
    webhook_secret_shown_before:
      'Ce formulaire a déjà été envoyé. Le webhook existe, et son secret n’est affiché qu’une fois. Renouvelez le secret pour en obtenir un autre.',
    idempotency_key_reused:
      'Ce formulaire a déjà été envoyé avec d’autres valeurs. Vérifiez la liste, puis ouvrez un nouveau formulaire.',
    api_key_shown_before:
      'Ce formulaire a déjà été envoyé. La clé existe et n’est affichée qu’une fois. Révoquez-la et créez-en une autre.',
    client_secret_shown_before:
      'Ce formulaire a déjà été envoyé. Le client existe, et son secret n’est affiché qu’une fois. Ajoutez un autre secret et révoquez le premier.',
    too_many_client_secrets: 'Un client peut avoir deux secrets. Révoquez-en un d’abord.',
    client_has_no_secrets: 'Un client avec cette authentification n’a pas de secret.',
    too_many_webhooks: 'Vous pouvez avoir 50 webhooks au plus. Supprimez-en un d’abord.',
    webhook_disabled: 'Ce webhook est désactivé. Reprenez-le d’abord.',
  },
  search: {
    button: 'Rechercher',
    previous: 'Page précédente',
    next: 'Page suivante',
    first: 'Première page',
  },
  status: { active: 'Actif', suspended: 'Suspendu' },
  role: { user: 'Utilisateur', admin: 'Administrateur' },
  never: 'Jamais',
  users: {
    title: 'Utilisateurs',
    label: 'Rechercher des utilisateurs',
    hint: 'Une partie du nom, du nom d’utilisateur ou de l’adresse e-mail, ou un ID utilisateur. Un ou deux caractères trouvent les débuts de mots.',
    filters: 'Filtres',
    all: 'Tous',
    active: 'Actifs',
    suspended: 'Suspendus',
    admins: 'Administrateurs',
    name: 'Nom',
    status: 'Statut',
    role: 'Rôle',
    created: 'Créé',
    lastLogin: 'Dernière connexion',
    invited: 'Invité',
    unconfirmed: 'E-mail non confirmé',
    count: (count) => (count === '1' ? '1 utilisateur' : `${count} utilisateurs`),
    atLeast: (count) => `Au moins ${count} utilisateurs`,
    none: 'Aucun utilisateur trouvé.',
    partial:
      'La recherche n’est pas encore complète. Les noms sont en cours d’indexation après une mise à jour ou un import. Réessayez dans quelques minutes.',
    noneHere: 'Aucun utilisateur sur cette page de la recherche. Il peut y en avoir sur la suivante.',
    noneHint: 'Vérifiez l’orthographe, ou cherchez une partie plus courte du nom ou de l’adresse e-mail.',
  },
}
