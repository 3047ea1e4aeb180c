import type { Texts } from '../texts.ts'

export const faultGerman: Pick<Texts, 'faults'> = {
  faults: {
    required: 'Das wird gebraucht.',
    unknown_field: 'Dieses Feld gibt es nicht.',
    wrong_type: 'Hier gehört etwas anderes hin.',
    too_short: 'Das ist zu kurz oder zu wenig.',
    too_long: 'Das ist zu lang oder zu viel.',
    repeated: 'Das steht mehr als einmal da.',
    invalid_format: 'So wird das nicht geschrieben.',
    not_allowed: 'Das ist hier nicht erlaubt.',
    out_of_range: 'Das ist zu groß oder zu klein.',
    too_common: 'Das ist zu leicht zu erraten.',
    is_username: 'Das ist der Benutzername.',
    is_email: 'Das ist die E-Mail-Adresse.',
    invalid: 'Das stimmt so nicht.',
  },
}
