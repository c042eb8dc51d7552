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
 * The account by hand that a connection brings: one whose files have its IBAN, or its number and its bank. Several that
 * fit are none.
 */
export function findByHand(
  { profile }: DiscoveredAccount,
  byHand: readonly AccountByHand[],
): AccountByHand | null {
  // The accounts' own currencies are compared: a file may state none.
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

/** Data that turns an account by hand into an account of the connection. */
export interface Adoption {
  readonly account: AccountByHand;
  readonly externalId: string;
  readonly identityKey: string;
}

/**
 * The account keeps its id, and with it its transactions, rules and links. Its history is read from the beginning: what
 * files had is recognized.
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
