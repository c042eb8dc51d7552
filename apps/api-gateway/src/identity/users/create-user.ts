import { Database } from '@tributary/persistence';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';
import { User } from './user.entity';
import { upsertUser } from './users.store';

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
  /** Role of the user; by default an existing user's role, or `USER` for a new user. */
  readonly role?: Role;
}

/** Creates the user with this e-mail address, or updates name, plan and role of the existing one. */
export function createUser(database: Database, user: NewUser): Promise<User> {
  return upsertUser(database, { ...user, email: user.email.trim().toLowerCase() });
}
