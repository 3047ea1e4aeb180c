import { apiKeyFrench } from './fr/api-key-texts.ts'
import { auditFrench } from './fr/audit-texts.ts'
import { bulkFrench } from './fr/bulk-texts.ts'
import { claimsFrench } from './fr/claims-texts.ts'
import { clientFrench } from './fr/client-texts.ts'
import { deadLetterFrench } from './fr/dead-letter-texts.ts'
import { editUserFrench } from './fr/edit-user-texts.ts'
import { faultFrench } from './fr/fault-texts.ts'
import { importFrench } from './fr/import-texts.ts'
import { oneUserFrench } from './fr/one-user-texts.ts'
import { overviewFrench } from './fr/overview-texts.ts'
import { sessionFrench } from './fr/session-texts.ts'
import { systemFrench } from './fr/system-texts.ts'
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
  ...userListFrench,
  ...bulkFrench,
  ...clientFrench,
  ...claimsFrench,
  ...sessionFrench,
  ...deadLetterFrench,
  ...importFrench,
  ...overviewFrench,
  ...faultFrench,
  ...systemFrench,
  product: 'Console',
  skip: 'Aller au contenu',
  menu: 'Menu',
  menuGroups: { people: 'Personnes', applications: 'Applications', events: 'Événements', system: 'Système' },
  signedInAs: 'Connecté en tant que',
  account: 'Votre compte',
  pages: {
    overview: 'Aperçu',
    users: 'Utilisateurs',
    sessions: 'Sessions',
    clients: 'Clients OpenID',
    'api-keys': 'Clés d’API',
    webhooks: 'Webhooks',
    'dead-letters': 'Envois abandonnés',
    providers: 'Fournisseurs',
    health: 'État',
    'signing-keys': 'Clés de signature',
    settings: 'Réglages',
    audit: 'Journal',
  },
  refused: {
    title: 'Cela n’a pas fonctionné',
    again: 'Veuillez réessayer dans un instant.',
    noAuth: (url) =>
      `Le service des utilisateurs ne peut pas joindre le service d’authentification${url === undefined ? '' : ` à l’adresse ${url}`}. Donnez à LATCHKEY_AUTH_URL du service des utilisateurs l’URL du service d’authentification, puis redémarrez le service des utilisateurs.`,
    notFound: 'Cette page n’existe pas, ou ce qu’elle montrait n’existe plus.',
    noAdmin: 'Cette console est réservée aux administrateurs, et votre compte n’en est pas un.',
    uploading:
      'Un autre de vos fichiers est encore en cours d’importation. Attendez qu’il soit terminé, puis envoyez celui-ci de nouveau.',
    scope: (scope) => `Il vous manque le droit nécessaire : le scope ${scope}.`,
    https:
      'Les navigateurs ne gardent le cookie d’une connexion qu’en https, ou sur cette machine sous le nom localhost. Ouvrez la console en https.',
    otherSite: 'Le formulaire ne vient pas d’une page de cette console : rien n’a été modifié.',
    back: 'Retour aux utilisateurs',
    because: 'Le service répond :',
  },
  secret: {
    once: 'Copiez ceci maintenant. Il ne sera plus jamais montré.',
    kept: 'Je l’ai copié',
  },
  sessionsPending: (time) =>
    `Les sessions prennent fin dans un délai de ${time} : d’ici là, certains jetons d’accès peuvent encore fonctionner. Ils ne peuvent pas être renouvelés.`,
  cancel: 'Annuler',
  made: { by: 'Créé par', command: 'la ligne de commande', at: 'Créé', id: 'Identifiant' },
  problems: {
    username_taken: 'Ce nom d’utilisateur est déjà pris.',
    email_taken: 'Cette adresse est déjà prise.',
    user_has_password: 'L’utilisateur a maintenant un mot de passe.',
    invalid_request: 'Quelque chose ne va pas dans ce formulaire : rien n’a été modifié.',
    precondition_failed: 'Quelqu’un l’a modifié entre-temps : vous n’avez rien modifié. Regardez de nouveau.',
    webhook_secret_shown_before:
      'Ce formulaire a déjà été envoyé. Le webhook a été créé, et son secret n’est montré qu’une fois.',
    idempotency_key_reused:
      'Ce formulaire a déjà été envoyé avec un autre contenu. Regardez la liste et recommencez.',
    api_key_shown_before:
      'Ce formulaire a déjà été envoyé. La clé a été créée et n’est montrée qu’une fois : révoquez-la et créez-en une autre.',
    client_secret_shown_before:
      'Ce formulaire a déjà été envoyé. L’application a été inscrite, et son secret n’est montré qu’une fois : ajoutez-en un autre et révoquez le premier.',
    too_many_client_secrets:
      'L’application a deux secrets, et ne peut en avoir plus : révoquez-en un d’abord.',
    client_has_no_secrets: 'Une application de ce genre n’a pas de secrets.',
    too_many_webhooks: 'Il y a 50 webhooks, et il ne peut y en avoir plus.',
    webhook_disabled: 'Le webhook est arrêté. Activez-le d’abord.',
  },
  search: {
    button: 'Rechercher',
    previous: 'Page précédente',
    next: 'Page suivante',
    first: 'Retour à la première page',
  },
  status: { active: 'actif', suspended: 'suspendu' },
  role: { user: 'utilisateur', admin: 'administrateur' },
  never: 'jamais',
  users: {
    title: 'Utilisateurs',
    label: 'Trouver quelqu’un',
    hint: 'Une partie du nom ou de l’adresse, ou un identifiant. Un ou deux caractères trouvent les débuts de mots.',
    filters: 'Filtres',
    all: 'Tous',
    active: 'Actifs',
    suspended: 'Suspendus',
    admins: 'Administrateurs',
    name: 'Nom',
    state: 'État',
    role: 'Rôle',
    created: 'Créé',
    lastLogin: 'Dernière connexion',
    invited: 'invité',
    unconfirmed: 'adresse non confirmée',
    count: (count) => `${count} utilisateurs`,
    atLeast: (count) => `Au moins ${count} utilisateurs`,
    none: 'Aucun utilisateur trouvé',
    partial:
      'La recherche n’est pas encore complète : les noms sont en cours d’indexation après une mise à jour ou un import. Réessayez dans quelques minutes.',
    noneHere: 'Il n’y a personne sur cette page de la recherche, mais il peut y en avoir sur la suivante.',
    noneHint: 'Vérifiez l’orthographe, ou cherchez une partie plus courte du nom ou de l’adresse.',
  },
}
