import { AccountConfig, DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { AuthoredChange, changedConfig } from './account-config';

/** What the user set for all of their accounts at an institution; nothing where they set nothing. */
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

/** What applies to an account: what was set for itself, else for its institution, else the default. */
export function configInForce(ofInstitution: AuthoredChange, own: AuthoredChange): AccountConfig {
  return changedConfig(changedConfig(DEFAULT_ACCOUNT_CONFIG, ofInstitution), own);
}
