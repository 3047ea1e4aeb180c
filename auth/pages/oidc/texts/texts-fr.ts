import type { AppTexts } from './texts.ts'

const tellThem =
  'Si cela se reproduit, prévenez les responsables de l’application et donnez-leur ce qui est écrit ci-dessous.'

export const french: AppTexts = {
  consent: ({ app, user }) => ({
    title: 'Autoriser cette application ?',
    paragraphs: [`${app} demande à vous connecter en tant que ${user}. Elle veut :`],
    button: 'Autoriser',
  }),
  ofOthers: 'Cette application est exploitée par d’autres. Ne l’autorisez que si vous leur faites confiance.',
  scopes: {
    openid: 'savoir que c’est bien vous',
    profile: 'voir votre nom et votre nom d’utilisateur',
    email: 'voir votre adresse e-mail',
    roles: 'voir si vous êtes administrateur',
    offline_access: 'rester connectée quand vous ne l’utilisez pas',
  },
  other: (scope) => `utiliser ${scope}`,
  resource: (scopes, address) => `agir pour vous auprès de ${address}${scopes && ` : ${scopes}`}`,
  leadsTo: (host) => `Vous continuez ensuite vers ${host}.`,
  leadsToDevice: 'Vous continuez ensuite vers une application sur cet appareil.',
  takeBack: 'Vous pouvez le retirer à tout moment dans votre compte.',
  changed: 'La demande a changé. Relisez-la.',
  choose: (app) => ({ title: 'Choisir un compte', paragraphs: [`Vous continuez ensuite vers ${app}.`] }),
  continueAs: (user) => `Continuer en tant que ${user}`,
  cancel: 'Annuler',
  otherAccount: ({ app, user }) => ({
    title: 'Un autre compte est nécessaire',
    paragraphs: [`Vous êtes connecté en tant que ${user}, mais ${app} demande un autre compte.`],
  }),
  needsFactor: (app) => ({
    title: 'Un second facteur est nécessaire',
    paragraphs: [
      `${app} n’accepte que les connexions avec un second facteur, et votre compte n’en a pas encore.`,
      'Ajoutez à votre compte une application d’authentification ou une clé d’accès. Vous pourrez alors continuer.',
    ],
    addApp: 'Ajouter une application d’authentification',
  }),
  goOn: 'Continuer',
  goingOn: (app) => ({
    title: 'Un instant',
    paragraphs: [app === undefined ? 'Vous continuez tout de suite.' : `Vous continuez vers ${app}.`],
  }),
  over: {
    title: 'Cette connexion est terminée',
    paragraphs: [
      'Elle a duré trop longtemps ou elle est déjà achevée. Retournez à l’application et recommencez.',
    ],
  },
  userCode: {
    title: 'Connecter un appareil',
    paragraphs: ['Un téléviseur, un terminal ou un autre appareil vous montre un code.'],
    button: 'Continuer',
    code: {
      label: 'Code affiché sur l’appareil',
      hint: 'Huit lettres. Les tirets et les minuscules n’ont pas d’importance.',
      faults: {
        wrong: 'Ce code est faux. Regardez encore une fois votre appareil.',
        expired: 'Ce code a expiré. Demandez à votre appareil d’en afficher un autre.',
        used: 'Ce code a déjà servi. Demandez à votre appareil d’en afficher un autre.',
        aborted: 'L’appareil n’a pas été connecté. Saisissez un code pour en connecter un.',
        failed: 'L’appareil n’a pas pu être connecté. Demandez-lui d’afficher un autre code.',
        other: 'Saisissez le code que votre appareil affiche.',
      },
    },
  },
  confirmDevice: (app) => ({
    title: 'Est-ce votre appareil ?',
    paragraphs: [
      `${app} demande, sur un appareil, à être connecté à votre compte. L’appareil doit afficher ce code :`,
    ],
    button: 'Oui, le connecter',
    warning:
      'Si quelqu’un vous a envoyé un lien ou un code, annulez : c’est son appareil, et il entrerait dans votre compte.',
    no: 'Non, annuler',
  }),
  device: (address, userAgent) =>
    userAgent === undefined
      ? `L’appareil a l’adresse ${address}.`
      : `L’appareil a l’adresse ${address} et se présente comme ${userAgent}.`,
  deviceDone: (app) => ({
    title: 'Votre appareil est connecté',
    paragraphs: [
      app === undefined
        ? 'Il est maintenant connecté.'
        : `${app} est maintenant connecté sur votre appareil.`,
      'Vous pouvez fermer cette page.',
    ],
  }),
  logout: (app) => ({
    title: 'Se déconnecter ?',
    paragraphs: [
      app === undefined
        ? 'Une application demande à vous déconnecter.'
        : `${app} demande à vous déconnecter.`,
      'Vous serez alors déconnecté ici et de toutes les applications auxquelles vous vous êtes connecté avec ce navigateur.',
    ],
    button: 'Se déconnecter',
    stay: 'Rester connecté',
  }),
  loggedOut: { title: 'Vous êtes déconnecté', paragraphs: ['Vous pouvez fermer cette page.'] },
  problems: {
    expired: {
      title: 'Cette connexion est terminée',
      paragraphs: [
        'Elle a duré trop longtemps, est déjà achevée ou a été commencée dans un autre navigateur. Retournez à l’application et recommencez.',
      ],
    },
    refused: {
      title: 'Cela n’a pas fonctionné',
      paragraphs: [`L’application ne peut pas vous connecter ainsi. Retournez-y et réessayez. ${tellThem}`],
    },
    badRequest: {
      title: 'L’application a fait une erreur',
      paragraphs: [
        `Elle a demandé quelque chose qui n’existe pas ou qui est incomplet. Retournez-y et réessayez. ${tellThem}`,
      ],
    },
    unknownApp: {
      title: 'Cette application n’est pas connue ici',
      paragraphs: [
        'Elle a été supprimée ou désactivée, ou le lien que vous avez suivi est faux. Vous n’avez été connecté nulle part.',
        'Si vous utilisez cette application tous les jours, prévenez ses responsables et donnez-leur ce qui est écrit ci-dessous.',
      ],
    },
    badAddress: {
      title: 'Le chemin de retour vers l’application n’est pas connu',
      paragraphs: [
        'L’application a demandé de vous envoyer à une adresse qu’elle n’a pas déclarée. C’est peut-être une tentative de voler votre connexion : vous n’y avez donc pas été envoyé.',
        'Si vous utilisez cette application tous les jours, prévenez ses responsables et donnez-leur ce qui est écrit ci-dessous.',
      ],
    },
    outage: {
      title: 'Veuillez réessayer dans une minute',
      paragraphs: ['Ce n’est pas possible pour le moment. Rien n’a été modifié.'],
    },
  },
  apps: {
    title: 'Applications avec votre compte',
    text: 'Vous vous êtes connecté à ces applications avec ce compte.',
    since: (day) => `Depuis le ${day}`,
    revoke: 'Retirer l’accès',
  },
  forDevelopers: 'Pour les responsables de l’application',
  requestId: 'Demande',
}
