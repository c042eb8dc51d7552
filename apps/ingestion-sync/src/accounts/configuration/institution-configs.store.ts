import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { AuthoredChange } from '../account-config';

/** Returns the user's settings for all accounts at an institution; empty if there are none. */
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

export async function saveInstitutionConfig(
  tx: Tx,
  userId: number,
  institutionId: number,
  config: AuthoredChange,
): Promise<void> {
  await tx.execute(
    `insert into institution_configs (user_id, institution_id, config) values ($1, $2, $3)
     on conflict (user_id, institution_id) do update set config = excluded.config, updated_at = now()`,
    [userId, institutionId, JSON.stringify(config)],
  );
}

export const INSTITUTION_CONFIGS_TABLE: UserTable = {
  table: 'institution_configs',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'institution_configs', sortKeySql: 't.institution_id' },
};
