import { fromAuth0 } from './from-auth0.ts'
import { fromBetterAuth } from './from-better-auth.ts'
import { fromClerk } from './from-clerk.ts'
import { fromFirebase } from './from-firebase.ts'
import { fromKeycloak } from './from-keycloak.ts'
import { fromKratos } from './from-kratos.ts'
import { fromSupabase } from './from-supabase.ts'
import { fromZitadel } from './from-zitadel.ts'
import type { Reader } from './moved-user.ts'
import type { SystemName } from './system-names.ts'

/** The reader for the export of each system. */
export const readers: Record<SystemName, Reader> = {
  auth0: fromAuth0,
  'better-auth': fromBetterAuth,
  clerk: fromClerk,
  firebase: fromFirebase,
  keycloak: fromKeycloak,
  kratos: fromKratos,
  supabase: fromSupabase,
  zitadel: fromZitadel,
}
