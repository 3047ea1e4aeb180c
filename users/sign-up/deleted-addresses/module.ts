import type { Module } from '#runtime/module.ts'
import type { Users } from '../../core/users.ts'
import { resealAddressKeys } from './address-key-store.ts'
import { expiredDeletedAddresses } from './deleted-address.ts'

/** This module remembers the addresses of deleted users, so that a login does not import these users again from an old system. */
export const openDeletedAddresses = (users: Users): Module => ({
  sweeps: [expiredDeletedAddresses],
  reseal: () => resealAddressKeys(users),
})
