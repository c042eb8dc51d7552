import { AccountConfig, DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { AuthoredChange, changedConfig } from '../account-config';

/** The user's settings for all accounts at an institution; empty if there are none. */
export async function readInstitutionConfig(
  database: Queryable,
  userId: number,
  institutionId: number,
): Promise<AuthoredChange> {
  const [row] = await database.query<{ config: AuthoredChange }>(
    'select config from institution_configs where user_id = $1 and institution_id = $2',
    [userId, institutionId],
  );
  return row?.config ?? {};
}

/** The configuration in force: the account's own settings, else its institution's, else the default. */
export function configInForce(ofInstitution: AuthoredChange, own: AuthoredChange): AccountConfig {
  return changedConfig(changedConfig(DEFAULT_ACCOUNT_CONFIG, ofInstitution), own);
}
