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
    wrong: 'Le nom d’utilisateur ou le mot de passe est incorrect.',
    signedOut: 'Vous êtes déconnecté.',
    toGoOn: (app) => `Vous continuez ensuite vers ${app}.`,
    useAnother: 'Utiliser un autre compte',
    forgot: 'Mot de passe oublié ?',
    signUp: 'Créer un compte',
  },
  limited: (minutes) =>
    minutes === 1
      ? 'Trop d’essais. Attendez une minute, puis réessayez.'
      : `Trop d’essais. Attendez ${minutes} minutes, puis réessayez.`,
  temporaryPassword: {
    title: 'Choisissez un nouveau mot de passe',
    paragraphs: [
      'Le mot de passe que vous avez saisi est temporaire. Choisissez-en un que vous seul connaissez.',
    ],
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
        too_short: 'Ce nom d’utilisateur est trop court : il faut au moins 3 caractères.',
        too_long: 'Ce nom d’utilisateur est trop long : 64 caractères au maximum.',
        invalid_format:
          'Un nom d’utilisateur se compose de lettres de a à z, de chiffres et, entre eux, de points, de traits d’union et de tirets bas.',
        username_taken: 'Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.',
        other: 'Ce nom d’utilisateur ne peut pas être utilisé. Choisissez-en un autre.',
      },
    },
    password: 'Mot de passe',
    signIn: 'J’ai déjà un compte : me connecter',
  },
  signedUp: (email) => ({
    title: 'Consultez vos e-mails',
    paragraphs: [
      `Un message avec un lien est en route vers ${email}. Ouvrez le lien pour confirmer votre adresse, puis connectez-vous.`,
      'Rien au bout de quelques minutes ? Regardez dans les courriers indésirables et vérifiez que l’adresse est correcte.',
    ],
  }),
  cookieRefused: {
    title: 'Votre navigateur n’a pas gardé la connexion',
    paragraphs: [
      'Ce site retient votre connexion grâce à un cookie que les navigateurs n’acceptent que sur une connexion sécurisée.',
      'Vérifiez que l’adresse commence par https et que les cookies sont autorisés, puis connectez-vous de nouveau.',
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
    unconfirmed: 'pas encore confirmée',
    change: 'Modifier',
    sessions: 'Où vous êtes connecté',
    thisSession: 'Cet appareil',
    unknownDevice: 'Appareil inconnu',
    signedIn: (at) => `Connecté le ${at}`,
    lastUsed: (at) => `Dernière utilisation le ${at}`,
    endSession: 'Déconnecter',
    endOtherSessions: 'Déconnecter tous les autres',
    deletion: 'Supprimer le compte',
    deletionText:
      'Votre compte et tout ce qui est enregistré ici à votre sujet sont supprimés définitivement.',
    deletionLink: 'Supprimer le compte …',
    done: {
      name: 'Votre nom a été modifié.',
      email:
        'Un message avec un lien est en route vers la nouvelle adresse. Elle sera valable dès que vous y ouvrirez le lien.',
      password: 'Votre mot de passe a été modifié. Tous les autres appareils ont été déconnectés.',
      session: 'L’appareil a été déconnecté.',
      sessions: 'Tous les autres appareils ont été déconnectés.',
      app: 'Votre application d’authentification a été ajoutée.',
      app_removed: 'Votre application d’authentification a été supprimée.',
      codes: 'Vos codes de secours sont conservés.',
      passkey: 'Votre clé d’accès a été ajoutée.',
      passkey_renamed: 'Votre clé d’accès a été renommée.',
      passkey_removed: 'Votre clé d’accès a été supprimée.',
      device: 'Un code est de nouveau demandé sur cet appareil.',
      devices: 'Un code est de nouveau demandé sur tous les appareils.',
      app_revoked: 'L’application n’a plus accès à votre compte.',
      identity: 'Le compte a été associé.',
      identity_removed: 'Le compte a été dissocié. Tous les autres appareils ont été déconnectés.',
    },
  },
  changeName: {
    title: 'Modifier votre nom',
    paragraphs: ['C’est ainsi que l’on vous appelle ici. Laissez le champ vide pour n’en avoir aucun.'],
    button: 'Enregistrer',
    name: {
      label: 'Nom',
      faults: {
        too_long: 'Ce nom est trop long : 200 caractères au maximum.',
        other: 'Ce nom ne peut pas être utilisé.',
      },
    },
  },
  changeEmail: {
    title: 'Modifier votre adresse e-mail',
    paragraphs: [
      'Un message avec un lien est envoyé à la nouvelle adresse. Elle sera valable dès que vous y ouvrirez le lien.',
    ],
    button: 'Envoyer le lien',
    label: 'Nouvelle adresse e-mail',
  },
  changePassword: {
    title: 'Modifier votre mot de passe',
    paragraphs: ['Tous les autres appareils seront déconnectés.'],
    button: 'Enregistrer le mot de passe',
    current: {
      label: 'Mot de passe actuel',
      faults: {
        wrong: 'Ce n’est pas votre mot de passe actuel.',
        other: 'Saisissez votre mot de passe actuel.',
      },
    },
  },
  deleteAccount: (username) => ({
    title: 'Supprimer votre compte ?',
    paragraphs: ['C’est irréversible. Voici ce que fait le bouton :'],
    points: [
      'Tous les appareils sont déconnectés.',
      'Tout ce qui est enregistré ici à votre sujet est supprimé.',
    ],
    button: 'Supprimer mon compte',
    username: {
      label: 'Votre nom d’utilisateur',
      hint: `Saisissez ${username} pour confirmer.`,
      faults: { other: `Ce n’est pas votre nom d’utilisateur. Saisissez ${username}.` },
    },
  }),
  lastAdmin: 'Vous êtes le dernier administrateur. Nommez d’abord quelqu’un d’autre.',
  deleted: {
    title: 'Votre compte a été supprimé',
    paragraphs: ['Tous les appareils ont été déconnectés.', 'Vous pouvez fermer cette page.'],
  },
  toAccount: 'Accéder à votre compte',
  back: 'Retour à votre compte',
  refusedHere: {
    title: 'Cela n’a pas fonctionné',
    paragraphs: [
      'Ce qui a été envoyé ne venait pas de notre page, ou pas en entier. Veuillez revenir en arrière et réessayer.',
    ],
  },
  tryAgainHere: {
    title: 'Veuillez réessayer dans une minute',
    paragraphs: ['Ce n’est pas possible pour le moment. Rien n’a été modifié.'],
  },
}
