/** Roles of users: an administrator also runs this installation. */
export const ROLES = ['USER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];
