import { Database } from '@tributary/persistence';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';
import { User } from './user.entity';

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
  /** Default: the one that the user has, `USER` at first. */
  readonly role?: Role;
}

/** Creates the user with this e-mail address, or updates name, plan and role of the existing one. */
export async function createUser(database: Database, user: NewUser): Promise<User> {
  const email = user.email.trim().toLowerCase();
  const users = database.dataSource.getRepository(User);
  await users.upsert({ ...user, email }, ['email']);
  return users.findOneByOrFail({ email });
}
