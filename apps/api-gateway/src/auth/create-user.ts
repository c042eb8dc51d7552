import { Database } from '@tributary/persistence';
import { Plan } from './plans';
import { User } from './user.entity';

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
}

/** Makes the user with this e-mail address, or brings name and plan of the one there is up to date. */
export async function createUser(database: Database, user: NewUser): Promise<User> {
  const email = user.email.trim().toLowerCase();
  const users = database.dataSource.getRepository(User);
  await users.upsert({ email, name: user.name, plan: user.plan }, ['email']);
  return users.findOneByOrFail({ email });
}
