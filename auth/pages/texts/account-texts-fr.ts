import { frenchFederated } from './federated-texts-fr.ts'
import { frenchPasskey, frenchWaysIn } from './passkey-texts-fr.ts'
import { frenchSecondFactor } from './second-factor-texts-fr.ts'
import type { AccountTexts } from './texts.ts'

export const frenchAccount: AccountTexts = {
  signIn: {
    title: 'Se connecter',
    paragraphs: [],
    button: 'Se connecter',
    name: {
      label: 'Nom d’utilisateur ou adresse e-mail',
      faults: { other: 'Saisissez votre nom d’utilisateur ou votre adresse e-mail.' },
    },
    password: { label: 'Mot de passe', faults: { other: 'Saisissez votre mot de passe.' } },
    wrong: 'Nom d’utilisateur ou mot de passe incorrect.',
    signedOut: 'Vous êtes déconnecté.',
    toGoOn: (app) => `pour continuer vers ${app}`,
    useAnother: 'Utiliser un autre compte',
    forgot: 'Mot de passe oublié ?',
    signUp: 'Créer un compte',
  },
  limited: (minutes) =>
    minutes === 1
      ? 'Trop de tentatives. Réessayez dans une minute.'
      : `Trop de tentatives. Réessayez dans ${minutes} minutes.`,
  temporaryPassword: {
    title: 'Choisissez un nouveau mot de passe',
    paragraphs: ['Votre mot de passe est temporaire. Choisissez-en un que vous seul connaissez.'],
    button: 'Enregistrer le mot de passe',
  },
  secondFactor: frenchSecondFactor,
  passkey: frenchPasskey,
  waysIn: frenchWaysIn,
  federated: frenchFederated,
  signUp: {
    title: 'Créer un compte',
    paragraphs: [],
    button: 'Créer le compte',
    username: {
      label: 'Nom d’utilisateur',
      hint: 'Lettres, chiffres, points, traits d’union et tirets bas.',
      faults: {
        required: 'Choisissez un nom d’utilisateur.',
        too_short: 'Le nom d’utilisateur doit comporter au moins 3 caractères.',
        too_long: 'Le nom d’utilisateur ne doit pas dépasser 64 caractères.',
        invalid_format:
          'Utilisez des lettres de a à z et des chiffres. Les points, traits d’union et tirets bas sont permis entre eux.',
        username_taken: 'Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.',
        other: 'Ce nom d’utilisateur ne peut pas être utilisé. Choisissez-en un autre.',
      },
    },
    password: 'Mot de passe',
    signIn: 'J’ai déjà un compte',
  },
  signedUp: (email) => ({
    title: 'Consultez votre messagerie',
    paragraphs: [
      `Nous avons envoyé un e-mail à ${email}. Ouvrez le lien qu’il contient pour confirmer votre adresse, puis connectez-vous.`,
      'Rien au bout de quelques minutes ? Regardez dans vos courriers indésirables et vérifiez que l’adresse est correcte.',
    ],
  }),
  cookieRefused: {
    title: 'Votre navigateur a bloqué le cookie de connexion',
    paragraphs: [
      'Ce site a besoin d’un cookie que les navigateurs n’acceptent qu’en HTTPS.',
      'Vérifiez que l’URL commence par https et que les cookies sont autorisés, puis reconnectez-vous.',
    ],
  },
  account: {
    title: 'Votre compte',
    signOut: 'Se déconnecter',
    profile: 'Profil',
    username: 'Nom d’utilisateur',
    name: 'Nom',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    noName: 'Non renseigné',
    noPassword: 'Non défini',
    unconfirmed: 'Non confirmée',
    change: 'Modifier',
    sessions: 'Appareils',
    thisSession: 'Cet appareil',
    unknownDevice: 'Appareil inconnu',
    signedIn: (at) => `Connecté le ${at}`,
    lastUsed: (at) => `Dernière utilisation le ${at}`,
    endSession: 'Déconnecter',
    endOtherSessions: 'Déconnecter tous les autres appareils',
    deletion: 'Supprimer le compte',
    deletionText:
      'Supprime définitivement votre compte et toutes les données enregistrées ici à votre sujet.',
    deletionLink: 'Supprimer le compte',
    done: {
      name: 'Votre nom a été modifié.',
      email:
        'Nous avons envoyé un e-mail à la nouvelle adresse. Le changement prendra effet à l’ouverture du lien qu’il contient.',
      password: 'Votre mot de passe a été modifié. Tous les autres appareils ont été déconnectés.',
      session: 'L’appareil a été déconnecté.',
      sessions: 'Tous les autres appareils ont été déconnectés.',
      app: 'Votre application d’authentification a été ajoutée.',
      app_removed: 'Votre application d’authentification a été supprimée.',
      codes: 'Vos codes de secours sont actifs.',
      passkey: 'Votre clé d’accès a été ajoutée.',
      passkey_renamed: 'Votre clé d’accès a été renommée.',
      passkey_removed: 'Votre clé d’accès a été supprimée.',
      device: 'L’appareil n’est plus approuvé. Le second facteur y est de nouveau demandé.',
      devices: 'Plus aucun appareil n’est approuvé. Le second facteur est de nouveau demandé partout.',
      app_revoked: 'L’application n’a plus accès à votre compte.',
      identity: 'Le compte a été associé.',
      identity_removed: 'Le compte a été dissocié. Tous les autres appareils ont été déconnectés.',
    },
  },
  changeName: {
    title: 'Modifier votre nom',
    paragraphs: ['C’est le nom que voient les applications. Laissez le champ vide pour le supprimer.'],
    button: 'Enregistrer',
    name: {
      label: 'Nom',
      faults: {
        too_long: 'Le nom ne doit pas dépasser 200 caractères.',
        other: 'Ce nom ne peut pas être utilisé.',
      },
    },
  },
  changeEmail: {
    title: 'Modifier votre adresse e-mail',
    paragraphs: [
      'Nous enverrons un lien à la nouvelle adresse. Le changement prendra effet quand vous l’ouvrirez.',
    ],
    button: 'Envoyer le lien',
    label: 'Nouvelle adresse e-mail',
  },
  changePassword: {
    title: 'Modifier votre mot de passe',
    paragraphs: ['Tous les autres appareils seront déconnectés.'],
    button: 'Modifier le mot de passe',
    current: {
      label: 'Mot de passe actuel',
      faults: {
        wrong: 'Mot de passe incorrect. Saisissez votre mot de passe actuel.',
        other: 'Saisissez votre mot de passe actuel.',
      },
    },
  },
  deleteAccount: (username) => ({
    title: 'Supprimer votre compte ?',
    paragraphs: ['Cette action est irréversible. Voici ce qui va se passer :'],
    points: [
      'Tous les appareils sont déconnectés.',
      'Toutes les données enregistrées ici à votre sujet sont supprimées.',
    ],
    button: 'Supprimer mon compte',
    username: {
      label: 'Votre nom d’utilisateur',
      hint: `Saisissez ${username} pour confirmer.`,
      faults: { other: `Ce n’est pas votre nom d’utilisateur. Saisissez ${username}.` },
    },
  }),
  lastAdmin: 'Vous êtes le dernier administrateur. Ajoutez d’abord un autre administrateur.',
  deleted: {
    title: 'Votre compte a été supprimé',
    paragraphs: ['Tous les appareils ont été déconnectés.'],
  },
  toAccount: 'Accéder à votre compte',
  back: 'Retour à votre compte',
  refusedHere: {
    title: 'Une erreur s’est produite',
    paragraphs: ['Nous n’avons pas pu vérifier cette demande. Revenez en arrière et réessayez.'],
  },
  tryAgainHere: {
    title: 'Réessayez dans une minute',
    paragraphs: ['C’est impossible pour le moment. Rien n’a été modifié.'],
  },
}
