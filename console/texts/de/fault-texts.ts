import type { Texts } from '../texts.ts'

export const faultGerman: Pick<Texts, 'faults'> = {
  faults: {
    required: 'Geben Sie einen Wert ein.',
    unknown_field: 'Dieses Feld gibt es nicht.',
    wrong_type: 'Dieser Wert hat den falschen Typ.',
    too_short: 'Zu kurz oder zu wenige Werte.',
    too_long: 'Zu lang oder zu viele Werte.',
    repeated: 'Doppelter Wert. Geben Sie jeden nur einmal ein.',
    invalid_format: 'Dieser Wert hat das falsche Format.',
    not_allowed: 'Dieser Wert ist hier nicht erlaubt.',
    out_of_range: 'Dieser Wert ist zu groß oder zu klein.',
    too_common: 'Dieses Passwort ist zu leicht zu erraten.',
    is_username: 'Darf nicht mit dem Benutzernamen übereinstimmen.',
    is_email: 'Darf nicht mit der E-Mail-Adresse übereinstimmen.',
    invalid: 'Dieser Wert ist ungültig.',
  },
}
