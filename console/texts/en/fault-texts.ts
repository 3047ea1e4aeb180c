/** The texts that say what is wrong with a field, by the code of the fault. */
export const faultEnglish = {
  faults: {
    required: 'Enter a value.',
    unknown_field: 'This field doesn’t exist.',
    wrong_type: 'This value has the wrong type.',
    too_short: 'Too short, or too few values.',
    too_long: 'Too long, or too many values.',
    repeated: 'Duplicate value. Enter each one only once.',
    invalid_format: 'This value has the wrong format.',
    not_allowed: 'This value is not allowed here.',
    out_of_range: 'This value is too large or too small.',
    too_common: 'This password is too easy to guess.',
    is_username: 'Must not be the same as the username.',
    is_email: 'Must not be the same as the email address.',
    invalid: 'This value is not valid.',
  },
}
