export const load = ({ locals }) => ({ username: locals.caller?.username })
