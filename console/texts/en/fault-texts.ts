/** The texts that say what is wrong with a field, by the code of the fault. */
export const faultEnglish = {
  faults: {
    required: 'This is needed.',
    unknown_field: 'There is no such field.',
    wrong_type: 'Something else belongs here.',
    too_short: 'This is too short, or too few.',
    too_long: 'This is too long, or too many.',
    repeated: 'This is there more than once.',
    invalid_format: 'This is not written in the right way.',
    not_allowed: 'This is not allowed here.',
    out_of_range: 'This is too large or too small.',
    too_common: 'This is too easy to guess.',
    is_username: 'This is the username.',
    is_email: 'This is the e-mail address.',
    invalid: 'This is not right.',
  },
}
