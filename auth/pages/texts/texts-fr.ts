import { frenchAccount } from './account-texts-fr.ts'
import type { Texts } from './texts.ts'

export const french: Texts = {
  ...frenchAccount,
  problem: 'Vérifiez votre saisie',
  email: {
    label: 'Adresse e-mail',
    faults: {
      required: 'Saisissez une adresse e-mail.',
      too_long: 'L’adresse e-mail ne doit pas dépasser 254 caractères.',
      email_taken: 'Un autre compte utilise déjà cette adresse e-mail.',
      other: 'Saisissez une adresse e-mail valide, par exemple nom@example.com.',
    },
  },
  password: {
    label: 'Nouveau mot de passe',
    hint: 'Au moins 8 caractères. Plusieurs mots sans rapport entre eux conviennent bien.',
    faults: {
      required: 'Saisissez un mot de passe.',
      too_short: 'Le mot de passe doit comporter au moins 8 caractères.',
      too_long: 'Le mot de passe ne doit pas dépasser 256 caractères.',
      is_username: 'Votre mot de passe ne peut pas être votre nom d’utilisateur.',
      is_email: 'Votre mot de passe ne peut pas être votre adresse e-mail.',
      too_common: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
      other: 'Ce mot de passe ne peut pas être utilisé. Choisissez-en un autre.',
    },
  },
  forgotPassword: {
    title: 'Mot de passe oublié ?',
    paragraphs: [
      'Saisissez votre adresse e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    ],
    button: 'Envoyer le lien',
  },
  mailRequested: {
    title: 'Consultez votre messagerie',
    paragraphs: [
      'Si un compte utilise cette adresse, nous venons d’y envoyer un e-mail contenant un lien.',
      'Rien au bout de quelques minutes ? Regardez dans vos courriers indésirables et vérifiez qu’il s’agit bien de l’adresse de votre compte.',
    ],
  },
  asks: {
    reset_password: ({ username }) => ({
      title: 'Choisissez un nouveau mot de passe',
      paragraphs: [`Pour le compte ${username}. Vous serez déconnecté de tous vos appareils.`],
      button: 'Enregistrer le mot de passe',
    }),
    invitation: ({ username }) => ({
      title: 'Choisissez un mot de passe',
      paragraphs: [
        `Un compte a été créé pour vous. Votre nom d’utilisateur est ${username}. Choisissez un mot de passe pour vous connecter.`,
      ],
      button: 'Enregistrer le mot de passe',
    }),
    verify_email: ({ username, email }) => ({
      title: 'Confirmez votre adresse e-mail',
      paragraphs: [`Confirmez que ${email} est votre adresse e-mail et que ${username} est votre compte.`],
      button: 'Confirmer l’adresse e-mail',
      after: ['Vous n’avez pas créé de compte ? Fermez cette page. Rien ne change sans votre confirmation.'],
    }),
    change_email: ({ username, email }) => ({
      title: 'Confirmez votre nouvelle adresse e-mail',
      paragraphs: [`${email} devient l’adresse e-mail de votre compte ${username}.`],
      button: 'Confirmer l’adresse e-mail',
      after: [
        'Vous n’avez pas demandé ce changement ? Fermez cette page. Rien ne change sans votre confirmation.',
      ],
    }),
    take_back: ({ username, email }) => ({
      title: 'Ce n’était pas vous ?',
      paragraphs: [
        `Si une autre personne utilise votre compte ${username}, récupérez-le ici. Voici ce qui va se passer :`,
      ],
      points: [
        'Tous les appareils sont déconnectés.',
        'Le mot de passe actuel n’est plus valable.',
        'Les applications d’authentification, clés d’accès et codes de secours ajoutés lors du changement signalé, ou depuis, sont supprimés. Les plus anciens restent.',
        'Les accès accordés depuis à des applications sont révoqués.',
        `Si votre adresse e-mail a été modifiée, ${email} est rétablie.`,
      ],
      button: 'Récupérer mon compte',
      after: [
        'Vous choisirez ensuite un nouveau mot de passe.',
        'C’était bien vous ? Fermez cette page. Rien ne change.',
      ],
    }),
  },
  done: {
    reset_password: ({ username }) => ({
      title: 'Votre mot de passe est enregistré',
      paragraphs: [
        `Connectez-vous à ${username} avec votre nouveau mot de passe. Tous les appareils ont été déconnectés.`,
      ],
    }),
    invitation: ({ username }) => ({
      title: 'Votre mot de passe est enregistré',
      paragraphs: [`Vous pouvez maintenant vous connecter. Votre nom d’utilisateur est ${username}.`],
    }),
    verify_email: ({ email }) => ({
      title: 'Votre adresse e-mail est confirmée',
      paragraphs: [`L’adresse ${email} est maintenant confirmée.`],
    }),
    change_email: ({ email }) => ({
      title: 'Votre adresse e-mail a été modifiée',
      paragraphs: [`L’adresse e-mail de votre compte est maintenant ${email}.`],
    }),
  },
  takenBack: ({ email }, minutes) => ({
    title: 'Vous avez récupéré votre compte',
    paragraphs: [
      `Tous les appareils ont été déconnectés, l’ancien mot de passe n’est plus valable et ${email} est l’adresse e-mail de votre compte.`,
      `Choisissez un nouveau mot de passe dans les ${minutes} minutes.`,
    ],
    button: 'Enregistrer le mot de passe',
  }),
  linkInvalid: {
    title: 'Ce lien n’est pas valable',
    paragraphs: [
      'Il a déjà été utilisé, a expiré, a été remplacé par un lien plus récent ou n’a pas été copié en entier. Si vous avez reçu un e-mail plus récent, utilisez le lien qu’il contient.',
      'Pour choisir un nouveau mot de passe, demandez un autre lien :',
    ],
    button: 'Envoyer un autre lien',
    after: ['Si votre invitation a expiré, demandez-en une nouvelle à la personne qui vous a invité.'],
  },
  tryAgain: {
    title: 'Réessayez dans une minute',
    paragraphs: ['C’est impossible pour le moment. Votre lien reste valable : ouvrez-le plus tard.'],
  },
  refused: {
    title: 'Une erreur s’est produite',
    paragraphs: ['Nous n’avons pas pu vérifier cette demande. Ouvrez de nouveau le lien de l’e-mail.'],
  },
}
