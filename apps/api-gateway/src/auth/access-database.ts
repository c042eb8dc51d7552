import { Database } from '@tributary/persistence';
import { Token } from './token.entity';
import { User } from './user.entity';

/** Opens the gateway's schema, which a gateway has brought up to date, for making users and tokens beside it. */
export function openAccessDatabase(url: string): Promise<Database> {
  return Database.open({ url, schema: 'api_gateway', entities: [User, Token], migrations: [], poolSize: 2 });
}
