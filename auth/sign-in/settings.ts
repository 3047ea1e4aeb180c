/** The users who must have a second factor in this deployment. A user who has one is asked for it in any case. */
export const demands = ['nobody', 'admins', 'all'] as const
export type Demand = (typeof demands)[number]
