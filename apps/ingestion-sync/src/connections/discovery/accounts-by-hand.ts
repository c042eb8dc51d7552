import { Queryable, Tx } from '@tributary/persistence';
import { changedSettings } from '../../accounts/account-config';
import { AccountRow } from '../../accounts/account-row';
import { configInForce, readInstitutionConfig } from '../../accounts/configuration/institution-config';
import { Connection } from '../connection.entity';
import { matchOf } from '../../imports/reading/match-accounts';
import { DiscoveredAccount, sameCurrency } from './account-identity';

/** What a bank's file says of the account that it is of. */
export interface StatementIdentity {
  readonly iban: string | null;
  readonly number: string | null;
  readonly bank: string | null;
}

/** An account that its user keeps by hand, with what applied files say of it. */
export interface AccountByHand {
  readonly id: number;
  readonly profile: AccountRow['profile'];
  readonly own_config: AccountRow['own_config'];
  readonly statements: readonly StatementIdentity[];
}

/** Those that files were imported into; others have nothing that a bank would know them by. */
export function accountsByHand(database: Queryable, userId: number): Promise<AccountByHand[]> {
  return database.query<AccountByHand>(
    `select a.id, a.profile, a.own_config,
            jsonb_agg(distinct jsonb_build_object('iban', s.account->'iban', 'number', s.account->'number',
                                                  'bank', s.account->'bank')) as statements
       from file_imports i, jsonb_array_elements(i.accounts) as s(account), financial_accounts a
      where i.user_id = $1 and i.status = 'APPLIED'
        and a.id = (s.account->>'financial_account_id')::bigint and a.user_id = $1 and a.connection_id is null
      group by a.id order by a.id`,
    [userId],
  );
}

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

/** What makes an account by hand one of the connection's. */
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
    // That it was never synced was because no provider knew it.
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
  await tx.execute(
    `with r as (
       select * from jsonb_to_recordset($1::jsonb)
                  as r(id bigint, external_id text, identity_key text, own_config jsonb, config jsonb)
     ), locked as (
       select id from financial_accounts where id in (select id from r) order by id for update)
     update financial_accounts a
        set connection_id = $2, provider = $3, external_id = r.external_id, own_config = r.own_config,
            config = r.config, history_state = 'NEW', backfill_cursor = null, covered_to = null, sync_cursor = null,
            identity_key = case when exists (select from financial_accounts o
                                              where o.user_id = a.user_id and o.identity_key = r.identity_key)
                                then a.identity_key else r.identity_key end
       from locked join r on r.id = locked.id where a.id = locked.id`,
    [JSON.stringify(records), connection.id, connection.provider],
  );
}
