/** The systems whose exports can be imported. Each start loads this file, so that it holds nothing but the names. */
export const systemNames = [
  'auth0',
  'better-auth',
  'clerk',
  'firebase',
  'keycloak',
  'kratos',
  'supabase',
  'zitadel',
] as const
export type SystemName = (typeof systemNames)[number]
