import type { Texts } from '../texts.ts'

export const faultFrench: Pick<Texts, 'faults'> = {
  faults: {
    required: 'Ceci est nécessaire.',
    unknown_field: 'Ce champ n’existe pas.',
    wrong_type: 'Il faut autre chose ici.',
    too_short: 'C’est trop court ou trop peu.',
    too_long: 'C’est trop long ou trop.',
    repeated: 'Cela figure plus d’une fois.',
    invalid_format: 'Cela ne s’écrit pas ainsi.',
    not_allowed: 'Cela n’est pas permis ici.',
    out_of_range: 'C’est trop grand ou trop petit.',
    too_common: 'C’est trop facile à deviner.',
    is_username: 'C’est le nom d’utilisateur.',
    is_email: 'C’est l’adresse électronique.',
    invalid: 'Ce n’est pas juste ainsi.',
  },
}
