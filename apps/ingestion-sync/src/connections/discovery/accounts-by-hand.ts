import { Tx } from '@tributary/persistence';
import { changedSettings } from '../../accounts/account-config';
import { configInForce } from '../../accounts/configuration/institution-config';
import { readInstitutionConfig } from '../../accounts/configuration/institution-configs.store';
import { AccountByHand } from '../../imports/imports.store';
import { Connection } from '../connection.entity';
import { matchOf } from '../../imports/reading/match-accounts';
import { DiscoveredAccount, sameCurrency } from './account-identity';
import { updateAdopted } from './discovered-accounts.store';

/**
 * Returns the manual account that equals a connection's account: its files have the same IBAN, or the same number and
 * bank. Null if several fit.
 */
export function findByHand(
  { profile }: DiscoveredAccount,
  byHand: readonly AccountByHand[],
): AccountByHand | null {
  // The accounts' own currencies are compared, because a file may state none.
  const candidate = { id: 1, iban: profile.iban, bban: profile.bban, bic: profile.bic, currency: null };
  const [first, second] = byHand.filter(
    (account) =>
      sameCurrency(profile, account.profile) &&
      account.statements.some(
        (statement) => matchOf({ ...statement, currency: null }, [candidate]).financial_account_id !== null,
      ),
  );
  return first && !second ? first : null;
}

/** The data that turns a manual account into an account of the connection. */
export interface Adoption {
  readonly account: AccountByHand;
  readonly externalId: string;
  readonly identityKey: string;
}

/**
 * Turns a manual account into an account of the connection. It retains its id, and with it its transactions, rules and
 * links. Its history is read from the beginning; rows from files are recognized.
 */
export async function adoptByHand(
  tx: Tx,
  connection: Connection,
  adoptions: readonly Adoption[],
): Promise<void> {
  if (adoptions.length === 0) return;
  const ofInstitution = await readInstitutionConfig(tx, connection.userId, connection.institutionId);
  const records = adoptions.map(({ account, externalId, identityKey }) => {
    // The account was not synced only because no provider knew it.
    const { sync_auto: _never, ...kept } = account.own_config;
    const own = changedSettings(kept, connection.accountConfig);
    return {
      id: account.id,
      external_id: externalId,
      identity_key: identityKey,
      own_config: own,
      config: configInForce(ofInstitution, own),
    };
  });
  await updateAdopted(tx, connection, records);
}
