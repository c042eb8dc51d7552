import { Database } from '@tributary/persistence';
import { Plan } from './plans';
import { User } from './user.entity';

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
}

/** Creates the user with this e-mail address, or updates name and plan of the existing one. */
export async function createUser(database: Database, user: NewUser): Promise<User> {
  const email = user.email.trim().toLowerCase();
  const users = database.dataSource.getRepository(User);
  await users.upsert({ email, name: user.name, plan: user.plan }, ['email']);
  return users.findOneByOrFail({ email });
}
