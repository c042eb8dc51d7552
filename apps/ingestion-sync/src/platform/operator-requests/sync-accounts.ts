import { Type } from '@sinclair/typebox';
import { Caller, ownerOf } from '@tributary/contracts';
import { Database, Queryable } from '@tributary/persistence';
import { ContinuedWork, EndedRequest, OperatorRequestHandler, readParameters } from '@tributary/service';
import { configureAccounts } from '../../accounts/configuration/configure-accounts';
import { earliest, reasonAgainst, requestSync, SyncRequestTools } from '../../sync/due/request-sync';
import { countRequestedSyncs, readSyncCandidates, SyncCandidate } from '../../sync/due/due-accounts.store';
import { ACCOUNT_CHOICE, checkChoice } from './chosen-by-operator';

const PARAMETERS = Type.Composite([
  ACCOUNT_CHOICE,
  Type.Object({
    /** A day from which the history is loaded, too, if it was not wanted before. */
    from: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    dryRun: Type.Boolean(),
  }),
]);

/** The result, or for a preview the expected result, of the request for a sync. */
interface Outcome {
  scheduled: number;
  /** Accounts whose daily allowance is used up; they sync by themselves when it permits, first at `next_allowed_at`. */
  waiting: number;
  next_allowed_at: string | null;
  /** Accounts whose history is loaded from an earlier day on. */
  reopened: number;
  /** The accounts that cannot be synced, each with the reason. */
  refused: { account: number; reason: string }[];
}

/**
 * `sync-accounts`: syncs the chosen accounts as soon as their daily allowance permits it, as after a user's request.
 * With `dryRun` it changes no data. The result is JSON.
 */
export function syncAccounts(database: Database, tools: SyncRequestTools): OperatorRequestHandler {
  return async ({ parameters, report, signal }) => {
    const { from, dryRun, ...choice } = readParameters(PARAMETERS, parameters);
    await checkChoice(database, choice);
    const candidates = await readSyncCandidates(database, choice);
    const outcome = judged(candidates, from);
    if (dryRun) return JSON.stringify(outcome);
    const able = candidates.filter(canBeSynced);
    let done = 0;
    for (const userId of new Set(able.map(({ user_id }) => user_id))) {
      if (signal.aborted) break;
      const accounts = able.filter(({ user_id }) => user_id === userId);
      await askFor(database, tools, ownerOf(userId), accounts, from);
      await report(`requested ${(done += accounts.length)} of ${able.length} accounts`);
    }
    return JSON.stringify(outcome);
  };
}

/** The number of accounts that were synced since the request; it ends when none is due or being synced. */
export async function followSyncs(
  database: Queryable,
  { parameters, requestedAt, outcome }: EndedRequest,
): Promise<ContinuedWork> {
  const { dryRun, from: _from, ...choice } = readParameters(PARAMETERS, parameters);
  const { scheduled } = JSON.parse(outcome) as Outcome;
  if (dryRun || scheduled === 0) return { lines: [], isEnded: true, isFailed: false };
  const { open, synced } = await countRequestedSyncs(database, choice, requestedAt);
  return { lines: [`${synced} of ${scheduled} synced`], isEnded: open === 0, isFailed: false };
}

function judged(candidates: readonly SyncCandidate[], from: string | undefined): Outcome {
  const able = candidates.filter(canBeSynced);
  const waits = able.flatMap(({ must_wait_until: until }) => (until ? [until.getTime()] : []));
  return {
    scheduled: able.length - waits.length,
    waiting: waits.length,
    next_allowed_at: earliest(waits),
    reopened: able.filter((account) => wantsMore(account, from)).length,
    refused: candidates.flatMap((account) => {
      const reason = reasonAgainst(account, account.status);
      return reason === null ? [] : [{ account: account.id, reason }];
    }),
  };
}

function canBeSynced(account: SyncCandidate): boolean {
  return reasonAgainst(account, account.status) === null;
}

/** Returns whether the request extends the wanted history; an account without a start date already wants all. */
function wantsMore({ config: { sync_start_date: start } }: SyncCandidate, from: string | undefined): boolean {
  return from !== undefined && start !== null && from < start;
}

/** Requests syncs of one user's accounts, in one transaction. */
async function askFor(
  database: Database,
  tools: SyncRequestTools,
  caller: Caller,
  accounts: readonly SyncCandidate[],
  from: string | undefined,
): Promise<void> {
  const idsOf = (some: readonly SyncCandidate[]) => some.map(({ id }) => id);
  const reopened = idsOf(accounts.filter((account) => wantsMore(account, from)));
  await database.transaction(async (tx) => {
    if (from !== undefined && reopened.length > 0) {
      const choice = { connectionId: null, financialAccountIds: reopened };
      await configureAccounts(tx, caller, { ...choice, config: { sync_start_date: from } });
    }
    await requestSync(tx, tools, caller, { connectionId: null, financialAccountIds: idsOf(accounts) });
  });
}
