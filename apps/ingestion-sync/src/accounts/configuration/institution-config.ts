import {
  AccountConfig,
  Caller,
  CommandPayload,
  CommandResult,
  DEFAULT_ACCOUNT_CONFIG,
  Problem,
  ShowInstitutionConfig,
  UpdateInstitutionConfig,
} from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { isDeepStrictEqual } from 'node:util';
import {
  AuthoredChange,
  authoredChange,
  changedConfig,
  changedSettings,
  shownConfig,
} from '../account-config';
import { accountPayload, AccountRow } from '../account-row';
import { ConnectionsOfAccounts } from '../connections.port';
import { saveConfigs } from './save-configs';

/** @throws Problem (not_found) */
export async function showInstitutionConfig(
  database: Queryable,
  caller: Caller,
  { institutionId }: CommandPayload<typeof ShowInstitutionConfig>,
): Promise<CommandResult<typeof ShowInstitutionConfig>> {
  await requireInstitution(database, institutionId);
  const config = await readInstitutionConfig(database, caller.userId, institutionId);
  return { config: shownConfig(configInForce(config, {})) };
}

/**
 * Changes the default of the user's accounts at an institution, existing and later ones. An account's own settings
 * override it. @throws Problem
 */
export async function updateInstitutionConfig(
  tx: Tx,
  connections: ConnectionsOfAccounts,
  caller: Caller,
  { institutionId, config: wanted }: CommandPayload<typeof UpdateInstitutionConfig>,
): Promise<CommandResult<typeof UpdateInstitutionConfig>> {
  await requireInstitution(tx, institutionId);
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('institution-config:' || $1, 0))`, [
    caller.userId,
  ]);
  const before = await readInstitutionConfig(tx, caller.userId, institutionId);
  const config = wanted === null ? {} : changedSettings(before, authoredChange(wanted, caller));
  const rows = await tx.query<{ id: number }>(
    'select id from connections where user_id = $1 and institution_id = $2',
    [caller.userId, institutionId],
  );
  const ids = rows.map(({ id }) => id);
  const changed = await connections.following(tx, ids, async () => {
    await save(tx, caller.userId, institutionId, config);
    return saveConfigs(tx, changesBy(config, await lockAccounts(tx, ids)));
  });
  return {
    config: shownConfig(configInForce(config, {})),
    accounts: changed.map((row) => accountPayload(row)),
  };
}

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

async function requireInstitution(database: Queryable, id: number): Promise<void> {
  const found = await database.query('select from institutions where id = $1', [id]);
  if (found.length === 0) throw Problem.notFound();
}

async function save(tx: Tx, userId: number, institutionId: number, config: AuthoredChange): Promise<void> {
  await tx.execute(
    `insert into institution_configs (user_id, institution_id, config) values ($1, $2, $3)
     on conflict (user_id, institution_id) do update set config = excluded.config, updated_at = now()`,
    [userId, institutionId, JSON.stringify(config)],
  );
}

function lockAccounts(tx: Tx, connectionIds: readonly number[]): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    'select * from financial_accounts where connection_id = any($1::bigint[]) order by id for update',
    [connectionIds],
  );
}

/** The accounts for which it makes a difference. */
function changesBy(ofInstitution: AuthoredChange, accounts: readonly AccountRow[]) {
  return accounts.flatMap((account) => {
    const config = configInForce(ofInstitution, account.own_config);
    return isDeepStrictEqual(config, account.config) ? [] : [{ account, config, own: account.own_config }];
  });
}
