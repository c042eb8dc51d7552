import {
  Caller,
  CommandPayload,
  CreateTransferPair,
  DecideTransferPair,
  mayAccess,
  Problem,
  TransactionChanges,
  TransferPairChanges,
} from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { compareDecimals, isOutflow, negateDecimal } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { lockAccounts, readOwners } from '../../accounts/accounts.store';
import { publishChanges } from './publish-changes';
import { FullTransaction, raiseVersions, readTransactions } from '../transactions.store';
import {
  findPair,
  lockPairs,
  movePairs,
  otherPairsOf,
  savePairs,
  TransferPairRow,
} from '../transfer-pairs/transfer-pairs.store';
import { toTransferPair, transferPairEvents } from '../transfer-pairs/transfer-pair-events';

/** Declares that two of the caller's transactions are a transfer between their accounts. @throws Problem */
export async function createTransferPair(
  tx: Tx,
  caller: Caller,
  { transactionIds }: CommandPayload<typeof CreateTransferPair>,
): Promise<TransferPairChanges> {
  const both = await lockBoth(tx, caller, transactionIds);
  const [one, other] = both.transactions;
  if (!one || !other) throw Problem.conflict('A transaction is no transfer of its own.');
  const [outgoing, incoming] = isOutflow(one.document.amount) ? [one, other] : [other, one];
  await makeRoom(tx, outgoing, incoming);
  const pair = { outgoingId: outgoing.id, incomingId: incoming.id, exchange: BY_USER };
  const saved = await savePairs(tx, [pair], { status: 'CONFIRMED', origin: 'USER' });
  return publish(tx, both, saved);
}

/** Two currencies are a transfer by the user's word, whatever their rates. */
const BY_USER = { basis: 'USER', difference_percent: null, doubtful: false } as const;

/** Confirms or rejects a pair. A confirmed pair can be rejected later, and a rejected one confirmed. @throws Problem */
export async function decideTransferPair(
  tx: Tx,
  caller: Caller,
  { transferPairId, status }: CommandPayload<typeof DecideTransferPair>,
): Promise<TransferPairChanges> {
  const sides = await pairOf(tx, transferPairId);
  const ids = [sides.outgoing_transaction_id, sides.incoming_transaction_id];
  await checkBothAccounts(tx, caller, [sides.outgoing_account_id, sides.incoming_account_id]);
  const both = await lockBoth(tx, caller, ids).catch(goneIsEnded);
  const pair = await pairOf(tx, transferPairId);
  if (pair.status === status) return { pair: toTransferPair(pair), changes: [] };
  if (pair.status === 'ENDED') throw ended();
  const [outgoing, incoming] = ids.map((id) => both.transactions.find((row) => row.id === id));
  if (!outgoing || !incoming) throw ended();
  if (status === 'CONFIRMED') await makeRoom(tx, outgoing, incoming);
  const moved = await movePairs(tx, [pair.id], status);
  // A proposal changes no transaction until it is confirmed.
  if (status === 'REJECTED' && pair.status === 'PROPOSED') return publish(tx, null, moved);
  return publish(tx, both, moved);
}

interface Both {
  readonly accounts: readonly AccountRow[];
  readonly transactions: readonly FullTransaction[];
}

/** The request fields that name the two transactions. */
const BODY_IDS = ['transaction_id', 'counterpart_transaction_id'];

/** Locks the accounts of the caller's transactions in the order of their ids, and loads the transactions. @throws Problem */
async function lockBoth(tx: Tx, caller: Caller, ids: readonly number[]): Promise<Both> {
  const found = await readTransactions(tx, ids);
  const accounts = await lockAccounts(
    tx,
    found.map(({ account_id }) => account_id),
  );
  const granted = new Set(
    accounts.filter(({ id, user_id }) => mayAccess(caller, { id, userId: user_id })).map(({ id }) => id),
  );
  await lockPairs(tx, caller.userId);
  const transactions = await readTransactions(tx, ids);
  const isOwn = ({ account_id, state }: FullTransaction): boolean =>
    granted.has(account_id) && state === 'LIVE';
  const missing = ids.findIndex((id) => !transactions.some((row) => row.id === id && isOwn(row)));
  const field = BODY_IDS[missing];
  if (field) throw Problem.invalid({ [field]: [`The selected ${field} is invalid.`] });
  return { accounts, transactions };
}

async function checkBothAccounts(tx: Tx, caller: Caller, ids: readonly number[]): Promise<void> {
  const accounts = await readOwners(tx, ids);
  const areGranted = accounts.every(({ id, user_id }) => mayAccess(caller, { id, userId: user_id }));
  if (accounts.length < ids.length || !areGranted) throw Problem.notFound();
}

async function pairOf(tx: Tx, id: number): Promise<TransferPairRow> {
  const pair = await findPair(tx, id);
  if (!pair) throw Problem.notFound();
  return pair;
}

/**
 * Ends other proposals for the two transactions. @throws Problem if they are not a transfer, or one is in another
 * confirmed pair
 */
async function makeRoom(tx: Tx, outgoing: FullTransaction, incoming: FullTransaction): Promise<void> {
  checkTransfer(outgoing, incoming);
  const others = await otherPairsOf(tx, outgoing.id, incoming.id);
  const confirmed = others.find(({ status }) => status === 'CONFIRMED');
  if (confirmed) {
    throw Problem.conflict(`One of the transactions is in transfer pair ${confirmed.id}. Reject that first.`);
  }
  const proposals = others.map(({ id }) => id);
  await appendToOutbox(tx, transferPairEvents(await movePairs(tx, proposals, 'ENDED')));
}

function checkTransfer(outgoing: FullTransaction, incoming: FullTransaction): void {
  const [out, into] = [outgoing.document, incoming.document];
  if (outgoing.account_id === incoming.account_id)
    throw Problem.conflict('A transfer is between two accounts.');
  if (out.split || into.split) {
    throw Problem.conflict('A split transaction counts by its parts: name the part that is the transfer.');
  }
  if (outgoing.under_review || incoming.under_review) {
    throw Problem.conflict('One of the transactions may be another one: decide its review first.');
  }
  if (!isOutflow(out.amount) || isOutflow(into.amount)) {
    throw Problem.conflict('One transaction of a transfer goes out and the other comes in.');
  }
  if (out.currency === into.currency && compareDecimals(negateDecimal(out.amount), into.amount) !== 0) {
    throw Problem.conflict('The transactions have different amounts.');
  }
}

/** Publishes the pair, and its transactions with their current marks. */
async function publish(
  tx: Tx,
  both: Both | null,
  [pair]: readonly TransferPairRow[],
): Promise<TransferPairChanges> {
  if (!pair) throw new Error('a pair that is locked is gone');
  await appendToOutbox(tx, transferPairEvents([pair]));
  const changes: TransactionChanges[] = [];
  for (const account of both?.accounts ?? []) {
    const ids = both?.transactions.filter(({ account_id }) => account_id === account.id).map(({ id }) => id);
    changes.push(await publishChanges(tx, account, { upserted: await raiseVersions(tx, ids ?? []) }));
  }
  return { pair: toTransferPair(pair), changes };
}

function goneIsEnded(error: unknown): never {
  throw error instanceof Problem && error.detail.kind === 'invalid' ? ended() : error;
}

function ended(): Problem {
  return Problem.conflict('The pair has ended: one of its transactions is gone or in another pair.');
}
