import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { Connection } from '../connection.entity';
import { addDetailsCalls } from '../../providers/metering/allowances.store';
import { configInForce } from '../../accounts/configuration/institution-config';
import { readInstitutionConfig } from '../../accounts/configuration/institution-configs.store';
import { AccountByHand, accountsByHand } from '../../imports/imports.store';
import { adoptByHand, findByHand } from './accounts-by-hand';
import { DiscoveredAccount, findKnownAccount, identityKeyOf, KnownAccount } from './account-identity';
import {
  DiscoveredRecord,
  insertDiscovered,
  readKnown,
  updateLeftOut,
  updateReturning,
} from './discovered-accounts.store';
import { mergeProfile } from '../../accounts/account-profile';
import { accountUpserted, AccountRow } from '../../accounts/account-row';
import { identityHash, removedFrom } from '../removal/removed-accounts.store';
import { countryOf } from '../../providers/institutions.store';
import { zoneOfCountry } from '../../providers/mapping/time-zones';

/** The health message of an account that the consent does not cover. */
const NOT_COVERED = 'The consent of the connection does not cover this account any more.';

/** The data of an account's row. */
interface Record extends DiscoveredRecord {
  /** The manual account that it replaces. */
  by_hand: AccountByHand | null;
}

/** The circumstances of a discovery. */
export interface DiscoveryContext {
  /** History limit of the connection's previous consent in days; if the new one permits more, histories are reopened. */
  readonly historicalDaysBefore: number;
  /** True if the provider's responses report the remaining allowance. */
  readonly reportsAllowance: boolean;
}

/**
 * Writes the accounts of a consent, in one statement for the new and one for the returning ones, and publishes each.
 * Accounts that the user already had retain their row, and with it rules, links and history; so do manual accounts with
 * imported files.
 * @returns their ids, in the given order
 */
export async function saveDiscoveredAccounts(
  tx: Tx,
  connection: Connection,
  discovered: readonly DiscoveredAccount[],
  { historicalDaysBefore, reportsAllowance }: DiscoveryContext,
): Promise<number[]> {
  // Two connections of one user that are activated at once may list the same account.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('accounts:' || $1, 0))`, [connection.userId]);
  const known = await readKnown(tx, connection.userId);
  const wanted = await withoutRemoved(tx, connection, discovered);
  const byHand = await accountsByHand(tx, connection.userId);
  const records = toRecords(wanted, connection.institutionId, known, byHand);
  await adoptByHand(
    tx,
    connection,
    records.flatMap(({ by_hand: account, external_id: externalId, identity_key: identityKey }) =>
      account === null ? [] : { account, externalId, identityKey },
    ),
  );
  const before = records.filter(({ id }) => id !== null);
  const returning =
    before.length === 0 ? [] : await updateReturning(tx, connection, before, historicalDaysBefore);
  const added = await insertNew(tx, connection, records);
  await recordDetailsCalls(tx, discovered, [...returning, ...added], reportsAllowance);
  const byExternalId = new Map([...returning, ...added].map((row) => [row.external_id, row]));
  const inOrder = wanted.flatMap(({ externalId }) => byExternalId.get(externalId) ?? []);
  // They retain their history and are not called: a call under the old consent would suggest that the connection's
  // consent has ended.
  const leftOut = await updateLeftOut(
    tx,
    connection,
    inOrder.map(({ id }) => id),
    NOT_COVERED,
  );
  await appendToOutbox(
    tx,
    [...inOrder, ...leftOut].map((row) => accountUpserted(row)),
  );
  return inOrder.map(({ id }) => id);
}

async function withoutRemoved(
  tx: Tx,
  { id, institutionId }: Connection,
  discovered: readonly DiscoveredAccount[],
): Promise<readonly DiscoveredAccount[]> {
  const removed = await removedFrom(tx, id);
  if (removed.size === 0) return discovered;
  return discovered.filter((account) => {
    const identities = [identityKeyOf(account, institutionId), `id:${account.externalId}`];
    return !identities.some((identity) => removed.has(identityHash(identity)));
  });
}

/** Each known account is claimed once; a second claimant becomes a new account. */
function toRecords(
  discovered: readonly DiscoveredAccount[],
  institutionId: number,
  known: readonly KnownAccount[],
  byHand: readonly AccountByHand[],
): Record[] {
  const unclaimed = new Map(known.map((account) => [account.id, account]));
  const unclaimedByHand = new Map(byHand.map((account) => [account.id, account]));
  return discovered.map((account) => {
    const match =
      known.length === 0 ? null : findKnownAccount(account, institutionId, [...unclaimed.values()]);
    if (match) unclaimed.delete(match.id);
    const adopted = match || byHand.length === 0 ? null : findByHand(account, [...unclaimedByHand.values()]);
    if (adopted) unclaimedByHand.delete(adopted.id);
    const before = match ?? adopted;
    return {
      id: before?.id ?? null,
      external_id: account.externalId,
      identity_key: identityKeyOf(account, institutionId),
      profile: before ? mergeProfile(before.profile, account.profile) : account.profile,
      details_read: account.detailsRead,
      by_hand: adopted,
    };
  });
}

async function insertNew(tx: Tx, connection: Connection, records: readonly Record[]): Promise<AccountRow[]> {
  const fresh = records.filter((record) => record.id === null);
  if (fresh.length === 0) return [];
  const ofInstitution = await readInstitutionConfig(tx, connection.userId, connection.institutionId);
  const config = configInForce(ofInstitution, connection.accountConfig);
  const timeZone = zoneOfCountry(await countryOf(tx, connection.institutionId));
  return insertDiscovered(tx, connection, fresh, { config, own: connection.accountConfig, timeZone });
}

/**
 * Records the calls for details that discovery made, and until when no more are allowed. If responses do not report the
 * remaining allowance, the calls are added to those of today.
 */
async function recordDetailsCalls(
  tx: Tx,
  discovered: readonly DiscoveredAccount[],
  rows: readonly AccountRow[],
  reportsAllowance: boolean,
): Promise<void> {
  const idOf = new Map(rows.map((row) => [row.external_id, row.id]));
  const now = Date.now();
  const from = (at: number | null): number | null => (at === null ? null : at - now);
  const records = discovered.flatMap(({ externalId, detailsAllowance }) => {
    const accountId = idOf.get(externalId);
    if (accountId === undefined || !detailsAllowance) return [];
    const { limit, used, resetAt, blockedUntil } = detailsAllowance;
    return [
      {
        account_id: accountId,
        call_limit: limit,
        used,
        reset_in_ms: from(resetAt),
        blocked_for_ms: from(blockedUntil),
      },
    ];
  });
  if (records.length === 0) return;
  await addDetailsCalls(tx, records, reportsAllowance);
}
