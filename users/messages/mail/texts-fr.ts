import type { Maker } from './mail-content.ts'
import type { Texts } from './texts.ts'

const ifNotYou = 'Si c’est vous, vous n’avez rien à faire. Sinon, sécurisez votre compte maintenant :'

/** The button of a notice, and the text below it that says what its link does. */
const notMe = {
  button: 'Ce n’était pas moi',
  after: [
    'Le bouton déconnecte tous les appareils, annule le mot de passe et retire les applications d’authentification, les clés d’accès, les codes de secours et les comptes associés ajoutés avec ce changement ou après. Ceux d’avant restent. Ce qui a été autorisé à des applications depuis est retiré.',
  ],
}

const ifNotAsked =
  'Si vous l’avez demandé, vous n’avez rien à faire. Sinon, sécurisez votre compte maintenant :'

/** Makes a notice of two paragraphs: what happened, and what to do if its reader did not do or want it. */
const notice = (what: string, otherwise = ifNotYou) => ({ paragraphs: [what, otherwise], ...notMe })

export const french: Texts = {
  locale: 'fr-FR',
  greeting: (username) => `Bonjour ${username},`,
  plainLink: 'Si le bouton ne fonctionne pas, ouvrez ce lien :',
  footer: 'Ce message a été envoyé automatiquement. Les réponses ne sont pas lues.',
  mails: {
    verify_email: ({ hours }, { duration }) => ({
      subject: 'Confirmez votre adresse e-mail',
      paragraphs: ['Merci de confirmer que cette adresse e-mail est bien la vôtre.'],
      button: 'Confirmer l’adresse',
      after: [
        `Le lien est valable ${duration(hours, 'hour')}.`,
        'Si vous ne vous êtes pas inscrit, ignorez ce message : il ne se passera rien de plus.',
      ],
    }),
    reset_password: ({ minutes }, { duration }) => ({
      subject: 'Choisissez un nouveau mot de passe',
      paragraphs: [
        'Quelqu’un a demandé un nouveau mot de passe pour votre compte. Si c’est vous, choisissez-le ici.',
      ],
      button: 'Choisir un mot de passe',
      after: [
        `Le lien est valable une seule fois, pendant ${duration(minutes, 'minute')}.`,
        'Si ce n’est pas vous, ignorez ce message : votre mot de passe reste le même.',
      ],
    }),
    invitation: ({ days }, { duration }) => ({
      subject: 'Vous êtes invité',
      paragraphs: [
        'Un compte a été créé pour vous. Choisissez un mot de passe et vous pourrez vous connecter.',
      ],
      button: 'Choisir un mot de passe',
      after: [`Le lien est valable une seule fois, pendant ${duration(days, 'day')}.`],
    }),
    confirm_email_change: ({ email, minutes }, { duration }) => ({
      subject: 'Confirmez votre nouvelle adresse e-mail',
      paragraphs: [
        `Votre compte doit désormais utiliser l’adresse ${email}. Merci de confirmer qu’elle est bien la vôtre.`,
      ],
      button: 'Confirmer l’adresse',
      after: [
        `Le lien est valable ${duration(minutes, 'minute')}. D’ici là, rien ne change.`,
        'Si vous n’avez rien demandé, ignorez ce message.',
      ],
    }),
    email_change_requested: ({ email }) => ({
      subject: 'Demande de changement de votre adresse e-mail',
      paragraphs: [
        `Quelqu’un a demandé que l’adresse e-mail de votre compte devienne ${email}. Elle changera dès que cette adresse sera confirmée.`,
        'Si c’est vous, vous n’avez rien à faire. Sinon, empêchez ce changement :',
      ],
      ...notMe,
    }),
    email_changed: ({ email, days }, { duration }) => ({
      subject: 'Votre adresse e-mail a été modifiée',
      paragraphs: [
        `L’adresse e-mail de votre compte est maintenant ${email}. Les messages n’arrivent plus à celle-ci.`,
        `Si ce n’est pas vous, vous avez ${duration(days, 'day')} pour annuler ce changement :`,
      ],
      button: 'Annuler le changement',
      after: notMe.after,
    }),
    email_changed_by_admin: ({ email }) => ({
      subject: 'Votre adresse e-mail a été modifiée',
      paragraphs: [
        `L’adresse e-mail de votre compte a été remplacée par ${email} par l’administration. Les messages n’arrivent plus à celle-ci.`,
        'Si vous ne vous y attendiez pas, contactez ceux qui gèrent ce service.',
      ],
    }),
    password_changed: ({ at, made }, { time }) => ({
      subject: 'Votre mot de passe a été modifié',
      paragraphs: [
        `Le mot de passe de votre compte a été modifié le ${time(at)}. Tous les appareils ont été déconnectés.`,
        ...(made
          ? [`Créé par vous ou avec vos clés d’API ces 30 derniers jours, et encore valable :\n${made}`]
          : []),
        ifNotYou,
      ],
      ...notMe,
    }),
    new_sign_in: ({ device, address, at }, { time }) => ({
      subject: 'Nouvelle connexion à votre compte',
      paragraphs: [
        `Un nouvel appareil s’est connecté à votre compte le ${time(at)}.`,
        `Appareil : ${device ?? 'inconnu'}\nAdresse réseau : ${address}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    device_remembered: ({ device, address, at, days }, { time, duration }) => ({
      subject: 'Un appareil a été mémorisé',
      paragraphs: [
        `Le ${time(at)}, un appareil a été mémorisé pour votre compte. Pendant ${duration(days, 'day')}, une connexion depuis celui-ci ne demande que votre mot de passe, sans second facteur.`,
        `Appareil : ${device ?? 'inconnu'}\nAdresse réseau : ${address}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    second_factor_failed: ({ address, at }, { time }) => ({
      subject: 'Quelqu’un connaît votre mot de passe',
      paragraphs: [
        `Le ${time(at)}, quelqu’un a donné le bon mot de passe de votre compte, puis plusieurs codes erronés. Personne n’a été connecté ainsi.`,
        `Adresse réseau : ${address}`,
        'Si c’était vous, vous n’avez rien à faire. Sinon, quelqu’un d’autre connaît votre mot de passe. Sécurisez votre compte maintenant :',
      ],
      ...notMe,
    }),
    factor_added: ({ at }, { time }) => ({
      subject: 'Une application d’authentification a été ajoutée',
      ...notice(
        `Une application d’authentification a été ajoutée à votre compte le ${time(at)}. Désormais, chaque connexion demande un code qu’elle affiche.`,
      ),
    }),
    factor_removed: ({ at }, { time }) => ({
      subject: 'Votre application d’authentification a été retirée',
      ...notice(
        `L’application d’authentification de votre compte a été retirée le ${time(at)}. Une connexion ne demande plus de code. Tous les autres appareils ont été déconnectés.`,
      ),
    }),
    recovery_codes_made: ({ at }, { time }) => ({
      subject: 'Vous avez de nouveaux codes de secours',
      ...notice(
        `De nouveaux codes de secours ont été créés pour votre compte le ${time(at)}. Les précédents ne sont plus valables.`,
      ),
    }),
    recovery_code_used: ({ at, left }, { time }) => ({
      subject: 'Un code de secours a été utilisé',
      ...notice(`Un de vos codes de secours a été utilisé le ${time(at)}. Codes restants : ${left}.`),
    }),
    factors_reset: ({ at }, { time }) => ({
      subject: 'Vos seconds facteurs ont été retirés',
      ...notice(
        `L’administration a retiré l’application d’authentification et les codes de secours de votre compte le ${time(at)}. Tous les appareils ont été déconnectés.`,
        ifNotAsked,
      ),
    }),
    reset_link_shown: ({ at }, { time }) => ({
      subject: 'Un lien pour un nouveau mot de passe a été créé pour vous',
      ...notice(
        `L’administration a fait afficher, le ${time(at)}, un lien qui permet de choisir un nouveau mot de passe pour votre compte. Il est valable une fois, pendant une heure.`,
        ifNotAsked,
      ),
    }),
    passkey_added: ({ name, at }, { time }) => ({
      subject: 'Une clé d’accès a été ajoutée',
      paragraphs: [
        `Une clé d’accès a été ajoutée à votre compte le ${time(at)}. Désormais, elle permet de se connecter sans mot de passe.`,
        `Nom : ${name}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    passkey_removed: ({ name, at }, { time }) => ({
      subject: 'Une clé d’accès a été retirée',
      paragraphs: [
        `Une clé d’accès de votre compte a été retirée le ${time(at)}. Elle ne permet plus de se connecter. Tous les autres appareils ont été déconnectés.`,
        `Nom : ${name}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    passkey_suspect: ({ name, at }, { time }) => ({
      subject: 'Une clé d’accès a peut-être été copiée',
      paragraphs: [
        `Une clé d’accès de votre compte a été utilisée le ${time(at)} d’une manière qui laisse penser qu’il en existe une copie. Elle est désormais refusée, et tous les appareils ont été déconnectés.`,
        `Nom : ${name}`,
        'Retirez cette clé d’accès et ajoutez-en une autre.',
        ifNotYou,
      ],
      ...notMe,
    }),
    identity_linked: ({ account, at }, { time }) => ({
      subject: 'Une connexion a été ajoutée',
      paragraphs: [
        `Un compte d’un autre fournisseur a été associé au vôtre le ${time(at)}. Désormais, il permet de se connecter.`,
        `Compte : ${account}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    identity_unlinked: ({ account, at }, { time }) => ({
      subject: 'Une connexion a été retirée',
      paragraphs: [
        `Un compte d’un autre fournisseur a été dissocié du vôtre le ${time(at)}. Il ne permet plus de se connecter. Tous les autres appareils ont été déconnectés.`,
        `Compte : ${account}`,
        ifNotYou,
      ],
      ...notMe,
    }),
    address_in_use: () => ({
      subject: 'Vous avez déjà un compte',
      paragraphs: [
        'Quelqu’un a essayé de s’inscrire avec cette adresse e-mail, qui a déjà un compte : le vôtre. Aucun autre n’a été créé.',
        'Si c’est vous et que vous avez oublié votre mot de passe, choisissez-en un nouveau :',
      ],
      button: 'Choisir un mot de passe',
      after: ['Si ce n’est pas vous, ignorez ce message.'],
    }),
    user_deleted: () => ({
      subject: 'Votre compte a été supprimé',
      paragraphs: [
        'Votre compte a été supprimé, avec tout ce qui s’y rattachait. Il ne peut plus être utilisé.',
        'Vous ne recevrez plus de messages de notre part.',
      ],
    }),
    webhook_disabled: ({ url, isGone }) => ({
      subject: 'Un webhook a été désactivé',
      paragraphs: [
        isGone
          ? 'Le destinataire d’un webhook a répondu qu’il n’existe plus ; le webhook a donc été désactivé.'
          : 'Le destinataire d’un webhook n’a rien accepté pendant trois jours ; le webhook a donc été désactivé.',
        `Adresse : ${url}`,
        'Les événements non remis sont conservés. Réactivez le webhook dès que son destinataire répond.',
      ],
    }),
    api_key_created: ({ id, name, scopes, by, at }, { time }) => ({
      subject: 'Une nouvelle clé d’API a été créée',
      paragraphs: [
        `Une clé d’API a été créée le ${time(at)}. Elle est valable jusqu’à son expiration ou sa révocation, quoi que devienne son auteur.`,
        `Nom : ${name}\nPermet : ${scopes}\nId : ${id}\n${maker(by)}`,
        'Si aucun de vous ne l’a créée, révoquez-la et mettez fin aux sessions de son auteur.',
      ],
    }),
    webhook_set_up: ({ id, url, eventTypes, isNew, by, at }, { time }) => ({
      subject: isNew ? 'Un nouveau webhook a été créé' : 'Un webhook a été modifié',
      paragraphs: [
        isNew
          ? `Un webhook a été créé le ${time(at)}. Des événements lui sont désormais envoyés.`
          : `L’adresse d’un webhook, ce qui lui est envoyé ou son secret a été modifié le ${time(at)}, ou il a été réactivé.`,
        `Adresse : ${url}\nÉvénements : ${eventTypes}\nId : ${id}\n${maker(by)}`,
        'Si ce n’est aucun de vous, supprimez le webhook et mettez fin aux sessions de son auteur.',
      ],
    }),
    client_set_up: ({ id, name, leadsTo, change, by, at }, { time }) => ({
      subject: {
        made: 'Un nouveau client OpenID a été créé',
        changed: 'Un client OpenID a été modifié',
        secret: 'Un client OpenID a reçu un autre secret',
      }[change],
      paragraphs: [
        {
          made: `Une application a été autorisée le ${time(at)} à connecter des personnes.`,
          changed: `L’adresse d’une application qui connecte des personnes ou ce qu’elle peut faire a été modifié le ${time(at)}, ou elle a été activée ou désactivée.`,
          secret: `Une application qui connecte des personnes a reçu un autre secret le ${time(at)}.`,
        }[change],
        `Nom : ${name}${leadsTo && `\nMène à : ${leadsTo}`}\nId : ${id}\n${maker(by)}`,
        'Si ce n’est aucun de vous, supprimez le client et mettez fin aux sessions de son auteur.',
      ],
    }),
    user_secured: ({ user, ended, left, at }, { time }) => ({
      subject: 'Quelqu’un d’autre a utilisé un compte',
      paragraphs: [
        `Le propriétaire du compte ${user} a signalé le ${time(at)} que quelqu’un d’autre y était à l’œuvre. Toutes ses sessions sont terminées.`,
        ...(ended ? [`Révoqué ou désactivé, car créé depuis :\n${ended}`] : []),
        ...(left
          ? [
              `Créé auparavant par le même utilisateur ou avec ses clés d’API, et encore valable. Examinez chacun :\n${left}`,
            ]
          : []),
      ],
    }),
    admin_added: ({ admin, by, at }, { time }) => ({
      subject: 'Il y a un nouvel administrateur',
      paragraphs: [
        `Un utilisateur est devenu administrateur le ${time(at)}, ou a été réadmis comme tel, et a désormais tous les droits.`,
        `Nom d’utilisateur : ${admin}\n${maker(by)}`,
        'Si ce n’est aucun de vous, supprimez cet utilisateur et mettez fin aux sessions de l’auteur.',
      ],
    }),
    notification: ({ title, body }) => ({ subject: title, paragraphs: body === null ? [title] : [body] }),
  },
}

function maker(by: Maker): string {
  if (!by) return 'En ligne de commande'
  return 'user' in by ? `Par : ${by.user}` : `Avec la clé d’API : ${by.apiKey}`
}
