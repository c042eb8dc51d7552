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
  publicConfig,
} from '../account-config';
import { accountPayload, AccountRow } from '../account-row';
import { lockAccountsOf } from '../accounts.store';
import { ConnectionsOfAccounts } from '../connections.port';
import { institutionExists } from '../../providers/institutions.store';
import { readInstitutionConfig, saveInstitutionConfig } from './institution-configs.store';
import { saveConfigs } from './save-configs';

/** @throws Problem (not_found) */
export async function showInstitutionConfig(
  database: Queryable,
  caller: Caller,
  { institutionId }: CommandPayload<typeof ShowInstitutionConfig>,
): Promise<CommandResult<typeof ShowInstitutionConfig>> {
  await requireInstitution(database, institutionId);
  const config = await readInstitutionConfig(database, caller.userId, institutionId);
  return { config: publicConfig(configInForce(config, {})) };
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
  const ids = await connections.atInstitution(tx, caller.userId, institutionId);
  const changed = await connections.following(tx, ids, async () => {
    await saveInstitutionConfig(tx, caller.userId, institutionId, config);
    return saveConfigs(tx, changesBy(config, await lockAccountsOf(tx, ids)));
  });
  return {
    config: publicConfig(configInForce(config, {})),
    accounts: changed.map((row) => accountPayload(row)),
  };
}

/** Returns the effective configuration: the account's own settings, else its institution's, else the default. */
export function configInForce(ofInstitution: AuthoredChange, own: AuthoredChange): AccountConfig {
  return changedConfig(changedConfig(DEFAULT_ACCOUNT_CONFIG, ofInstitution), own);
}

async function requireInstitution(database: Queryable, id: number): Promise<void> {
  if (!(await institutionExists(database, id))) throw Problem.notFound();
}

/** Returns the accounts whose configuration changes. */
function changesBy(ofInstitution: AuthoredChange, accounts: readonly AccountRow[]) {
  return accounts.flatMap((account) => {
    const config = configInForce(ofInstitution, account.own_config);
    return isDeepStrictEqual(config, account.config) ? [] : [{ account, config, own: account.own_config }];
  });
}
