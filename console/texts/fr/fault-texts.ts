import type { Texts } from '../texts.ts'

export const faultFrench: Pick<Texts, 'faults'> = {
  faults: {
    required: 'Saisissez une valeur.',
    unknown_field: 'Ce champ n’existe pas.',
    wrong_type: 'Cette valeur n’a pas le bon type.',
    too_short: 'Trop court, ou pas assez de valeurs.',
    too_long: 'Trop long, ou trop de valeurs.',
    repeated: 'Valeur en double. Saisissez chaque valeur une seule fois.',
    invalid_format: 'Cette valeur n’a pas le bon format.',
    not_allowed: 'Cette valeur n’est pas autorisée ici.',
    out_of_range: 'Cette valeur est trop grande ou trop petite.',
    too_common: 'Ce mot de passe est trop facile à deviner.',
    is_username: 'Doit être différent du nom d’utilisateur.',
    is_email: 'Doit être différent de l’adresse e-mail.',
    invalid: 'Cette valeur n’est pas valide.',
  },
}
