/** What a user may do beside using their own data: an administrator also runs this installation. */
export const ROLES = ['USER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];
