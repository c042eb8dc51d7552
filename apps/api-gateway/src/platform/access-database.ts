import { Database } from '@tributary/persistence';
import { Token } from '../identity/authorizations/token.entity';
import { User } from '../identity/users/user.entity';

/** Opens the gateway's migrated schema, to create users and tokens outside of the gateway. */
export function openAccessDatabase(url: string): Promise<Database> {
  return Database.open({ url, schema: 'api_gateway', entities: [User, Token], migrations: [], poolSize: 2 });
}
