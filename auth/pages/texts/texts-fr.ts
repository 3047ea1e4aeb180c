import { frenchAccount } from './account-texts-fr.ts'
import type { Texts } from './texts.ts'

export const french: Texts = {
  ...frenchAccount,
  problem: 'À vérifier',
  email: {
    label: 'Adresse e-mail',
    faults: {
      required: 'Saisissez une adresse e-mail.',
      too_long: 'C’est trop long pour une adresse e-mail.',
      email_taken: 'Un autre compte utilise cette adresse e-mail.',
      other: 'Ce n’est pas une adresse e-mail.',
    },
  },
  password: {
    label: 'Nouveau mot de passe',
    hint: 'Au moins 8 caractères. Plusieurs mots à la suite sont faciles à retenir et difficiles à deviner.',
    faults: {
      required: 'Saisissez un mot de passe.',
      too_short: 'Ce mot de passe est trop court : il faut au moins 8 caractères.',
      too_long: 'Ce mot de passe est trop long : 256 caractères au maximum.',
      is_username: 'Votre nom d’utilisateur ne peut pas être votre mot de passe.',
      is_email: 'Votre adresse e-mail ne peut pas être votre mot de passe.',
      too_common: 'Ce mot de passe est l’un des plus courants. Choisissez-en un autre.',
      other: 'Ce mot de passe ne peut pas être utilisé. Choisissez-en un autre.',
    },
  },
  forgotPassword: {
    title: 'Mot de passe oublié ?',
    paragraphs: [
      'Saisissez l’adresse e-mail de votre compte. Vous recevrez un lien pour choisir un nouveau mot de passe.',
    ],
    button: 'Envoyer le lien',
  },
  mailRequested: {
    title: 'Consultez vos e-mails',
    paragraphs: [
      'Si un compte existe avec cette adresse, un message avec un lien est en route.',
      'Rien au bout de quelques minutes ? Regardez dans les courriers indésirables et vérifiez qu’il s’agit bien de l’adresse de votre compte.',
    ],
  },
  asks: {
    reset_password: ({ username }) => ({
      title: 'Choisissez un nouveau mot de passe',
      paragraphs: [`Pour votre compte ${username}. Tous les appareils seront déconnectés.`],
      button: 'Enregistrer le mot de passe',
    }),
    invitation: ({ username }) => ({
      title: 'Choisissez un mot de passe',
      paragraphs: [
        `Un compte a été créé pour vous. Votre nom d’utilisateur est ${username}. Choisissez le mot de passe avec lequel vous voulez vous connecter.`,
      ],
      button: 'Enregistrer le mot de passe',
    }),
    verify_email: ({ username, email }) => ({
      title: 'Confirmez votre adresse e-mail',
      paragraphs: [`Merci de confirmer que ${email} est votre adresse, et ${username} votre compte.`],
      button: 'Confirmer l’adresse',
      after: ['Si vous ne vous êtes pas inscrit, fermez cette page : il ne se passera rien de plus.'],
    }),
    change_email: ({ username, email }) => ({
      title: 'Confirmez votre nouvelle adresse e-mail',
      paragraphs: [`Votre compte ${username} doit désormais utiliser l’adresse ${email}.`],
      button: 'Confirmer l’adresse',
      after: ['Si vous n’avez rien demandé, fermez cette page : rien ne changera.'],
    }),
    take_back: ({ username, email }) => ({
      title: 'Ce n’était pas vous ?',
      paragraphs: [
        `Ici, vous reprenez votre compte ${username} à quiconque l’utilise. Voici ce que fait le bouton :`,
      ],
      points: [
        'Tous les appareils sont déconnectés.',
        'Le mot de passe actuel n’est plus valable.',
        'Les applications d’authentification, clés d’accès et codes de secours ajoutés avec le changement de ce message ou après sont retirés. Ceux d’avant restent.',
        'Ce qui a été autorisé à des applications depuis est retiré.',
        `${email} redevient l’adresse de votre compte, si elle a été modifiée.`,
      ],
      button: 'Reprendre mon compte',
      after: [
        'Ensuite, vous choisirez un nouveau mot de passe.',
        'Si c’était bien vous, fermez cette page : rien ne changera.',
      ],
    }),
  },
  done: {
    reset_password: ({ username }) => ({
      title: 'Votre mot de passe est enregistré',
      paragraphs: [
        `Vous pouvez maintenant vous connecter à votre compte ${username}. Tous les appareils ont été déconnectés.`,
        'Vous pouvez fermer cette page.',
      ],
    }),
    invitation: ({ username }) => ({
      title: 'Votre mot de passe est enregistré',
      paragraphs: [
        `Vous pouvez maintenant vous connecter. Votre nom d’utilisateur est ${username}.`,
        'Vous pouvez fermer cette page.',
      ],
    }),
    verify_email: ({ email }) => ({
      title: 'Merci',
      paragraphs: [`L’adresse ${email} est confirmée.`, 'Vous pouvez fermer cette page.'],
    }),
    change_email: ({ email }) => ({
      title: 'Votre adresse a été modifiée',
      paragraphs: [`L’adresse de votre compte est maintenant ${email}.`, 'Vous pouvez fermer cette page.'],
    }),
  },
  takenBack: ({ email }, minutes) => ({
    title: 'Votre compte est de nouveau à vous',
    paragraphs: [
      `Tous les appareils ont été déconnectés, l’ancien mot de passe n’est plus valable et ${email} est l’adresse de votre compte.`,
      `Choisissez maintenant un nouveau mot de passe, dans les ${minutes} minutes.`,
    ],
    button: 'Enregistrer le mot de passe',
  }),
  linkInvalid: {
    title: 'Ce lien ne fonctionne pas',
    paragraphs: [
      'Il a déjà été utilisé, a été remplacé par un lien plus récent, est trop ancien ou n’a pas été copié en entier. Si vous avez reçu un message plus récent, utilisez le lien qu’il contient.',
      'Pour accéder de nouveau à votre compte, demandez un autre lien :',
    ],
    button: 'Envoyer un autre lien',
    after: [
      'Si vous avez été invité et que le lien est trop ancien, adressez-vous à la personne qui vous a invité.',
    ],
  },
  tryAgain: {
    title: 'Veuillez réessayer dans une minute',
    paragraphs: [
      'Ce n’est pas possible pour le moment. Un lien qui n’a pas été utilisé reste valable : ouvrez-le de nouveau plus tard.',
    ],
  },
  refused: {
    title: 'Cela n’a pas fonctionné',
    paragraphs: [
      'Ce qui a été envoyé ne venait pas de notre page, ou pas en entier. Veuillez rouvrir le lien du message.',
    ],
  },
}
