import type { AppTexts } from './texts.ts'

const tellThem =
  'Si cela se reproduit, transmettez les informations ci-dessous au développeur de l’application.'

export const french: AppTexts = {
  consent: ({ app, user }) => ({
    title: 'Autoriser l’accès ?',
    paragraphs: [`${app} souhaite accéder à votre compte ${user}. L’application pourra :`],
    button: 'Autoriser',
  }),
  ofOthers: 'Cette application est exploitée par un tiers. Ne l’autorisez que si vous lui faites confiance.',
  scopes: {
    openid: 'vous reconnaître lors de la connexion',
    profile: 'voir votre nom et votre nom d’utilisateur',
    email: 'voir votre adresse e-mail',
    roles: 'voir si vous êtes administrateur',
    offline_access: 'conserver l’accès quand vous ne l’utilisez pas',
  },
  other: (scope) => `utiliser ${scope}`,
  resource: (scopes, address) => `agir en votre nom auprès de ${address}${scopes && ` : ${scopes}`}`,
  leadsTo: (host) => `Vous serez redirigé vers ${host}.`,
  leadsToDevice: 'Vous serez redirigé vers une application sur cet appareil.',
  takeBack: 'Vous pouvez révoquer l’accès à tout moment dans votre compte.',
  changed: 'La demande a changé. Vérifiez-la de nouveau.',
  choose: (app) => ({ title: 'Choisir un compte', paragraphs: [`pour continuer vers ${app}`] }),
  continueAs: (user) => `Continuer en tant que ${user}`,
  cancel: 'Annuler',
  otherAccount: ({ app, user }) => ({
    title: 'Utilisez un autre compte',
    paragraphs: [`Vous êtes connecté en tant que ${user}, mais ${app} demande un autre compte.`],
  }),
  needsFactor: (app) => ({
    title: 'Second facteur requis',
    paragraphs: [
      `${app} exige un second facteur, et votre compte n’en a pas encore.`,
      'Ajoutez une application d’authentification ou une clé d’accès pour continuer.',
    ],
    addApp: 'Ajouter une application d’authentification',
  }),
  goOn: 'Continuer',
  goingOn: (app) => ({
    title: 'Un instant',
    paragraphs: [app === undefined ? 'Redirection en cours…' : `Redirection vers ${app}…`],
  }),
  over: {
    title: 'Cette connexion a expiré',
    paragraphs: ['Elle a pris trop de temps ou est déjà terminée. Retournez à l’application et recommencez.'],
  },
  userCode: {
    title: 'Connecter un appareil',
    paragraphs: ['Saisissez le code affiché sur votre téléviseur, votre terminal ou un autre appareil.'],
    button: 'Continuer',
    code: {
      label: 'Code affiché sur l’appareil',
      hint: 'Huit lettres, majuscules ou minuscules.',
      faults: {
        wrong: 'Code incorrect. Vérifiez le code sur votre appareil.',
        expired: 'Ce code a expiré. Obtenez-en un nouveau sur votre appareil.',
        used: 'Ce code a déjà été utilisé. Obtenez-en un nouveau sur votre appareil.',
        aborted: 'L’appareil n’a pas été connecté. Saisissez un code pour en connecter un.',
        failed: 'L’appareil n’a pas pu être connecté. Obtenez un nouveau code sur votre appareil.',
        other: 'Saisissez le code affiché sur votre appareil.',
      },
    },
  },
  confirmDevice: (app) => ({
    title: 'Est-ce votre appareil ?',
    paragraphs: [
      `Un appareil souhaite se connecter à ${app} avec votre compte. Vérifiez qu’il affiche ce code :`,
    ],
    button: 'Connecter l’appareil',
    warning:
      'Quelqu’un vous a envoyé ce lien ou ce code ? Annulez. Cette personne aurait accès à votre compte.',
    no: 'Annuler',
  }),
  device: (address, userAgent) =>
    userAgent === undefined
      ? `Adresse IP de l’appareil : ${address}`
      : `Adresse IP de l’appareil : ${address}. Il se présente comme ${userAgent}.`,
  deviceDone: (app) => ({
    title: 'Votre appareil est connecté',
    paragraphs: [
      app === undefined
        ? 'Vous êtes connecté. Continuez sur votre appareil.'
        : `Vous êtes connecté à ${app}. Continuez sur votre appareil.`,
    ],
  }),
  logout: (app) => ({
    title: 'Se déconnecter ?',
    paragraphs: [
      app === undefined
        ? 'Une application demande à vous déconnecter.'
        : `${app} demande à vous déconnecter.`,
      'Vous serez déconnecté ici et de toutes les applications auxquelles vous vous êtes connecté avec ce navigateur.',
    ],
    button: 'Se déconnecter',
    stay: 'Rester connecté',
  }),
  loggedOut: { title: 'Vous êtes déconnecté', paragraphs: [] },
  problems: {
    expired: {
      title: 'Cette connexion a expiré',
      paragraphs: [
        'Elle a pris trop de temps, est déjà terminée ou a commencé dans un autre navigateur. Retournez à l’application et recommencez.',
      ],
    },
    refused: {
      title: 'Une erreur s’est produite',
      paragraphs: [`L’application ne peut pas vous connecter ainsi. Retournez-y et réessayez. ${tellThem}`],
    },
    badRequest: {
      title: 'Demande non valide',
      paragraphs: [
        `L’application a envoyé une demande incomplète ou non valide. Retournez-y et réessayez. ${tellThem}`,
      ],
    },
    unknownApp: {
      title: 'Application inconnue',
      paragraphs: [
        'L’application a été supprimée ou désactivée, ou le lien que vous avez suivi est incorrect. Vous n’avez pas été connecté.',
        'Si vous utilisez régulièrement cette application, transmettez les informations ci-dessous à son développeur.',
      ],
    },
    badAddress: {
      title: 'Redirection bloquée',
      paragraphs: [
        'L’application a demandé de vous rediriger vers une URL qui n’est pas enregistrée pour elle. Il peut s’agir d’une tentative de vol de votre connexion : vous n’avez donc pas été redirigé.',
        'Si vous utilisez régulièrement cette application, transmettez les informations ci-dessous à son développeur.',
      ],
    },
    outage: {
      title: 'Réessayez dans une minute',
      paragraphs: ['C’est impossible pour le moment. Rien n’a été modifié.'],
    },
  },
  apps: {
    title: 'Applications',
    text: 'Vous vous êtes connecté à ces applications avec votre compte.',
    since: (day) => `Depuis le ${day}`,
    revoke: 'Révoquer l’accès',
  },
  forDevelopers: 'Informations pour les développeurs',
  requestId: 'Demande',
}
