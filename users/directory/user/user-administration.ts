import type { ForgetInFeatures } from '../../core/forget-user.ts'
import type { Users } from '../../core/users.ts'

/** The context of the use cases that find, change and delete users. */
export interface UserAdministration extends Users {
  forgetInFeatures: ForgetInFeatures
}
