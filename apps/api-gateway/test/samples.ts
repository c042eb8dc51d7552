import {
  AccountUpsertedV1,
  BulkResult,
  ConnectionChangedV1,
  EventPayload,
  InstitutionUpsertedV1,
  ShapedTransaction,
  TransactionChanges,
  TransactionDocument,
  TransactionShapedV1,
  TransferLinkUpsertedV1,
  TransferLoggedV1,
} from '@tributary/contracts';

/** A copy that a test may change without its neighbours seeing it. */
function copyOf<T>(sample: T): T {
  return structuredClone(sample);
}

export function accountOf(
  userId: number,
  id: number,
  document: Partial<EventPayload<typeof AccountUpsertedV1>['document']> = {},
  version = 1,
): EventPayload<typeof AccountUpsertedV1> {
  const sample = copyOf(AccountUpsertedV1.sample);
  return { ...sample, id, userId, version, document: { ...sample.document, ...document } };
}

export function connectionOf(
  userId: number,
  id: number,
  document: Partial<EventPayload<typeof ConnectionChangedV1>['document']> = {},
): EventPayload<typeof ConnectionChangedV1> {
  const sample = copyOf(ConnectionChangedV1.sample);
  return { ...sample, id, userId, document: { ...sample.document, ...document } };
}

export function institutionOf(id: number): EventPayload<typeof InstitutionUpsertedV1> {
  return { ...copyOf(InstitutionUpsertedV1.sample), id };
}

export function transactionOf(
  id: number,
  document: Partial<TransactionDocument> = {},
  rest: Partial<ShapedTransaction> = {},
): ShapedTransaction {
  const sample = copyOf(TransactionShapedV1.sample.transactions[0]) as ShapedTransaction;
  const raw = { ...sample.raw, ...document };
  return { ...sample, id, raw, shaped: null, outputs: [], ...rest };
}

export function shapedOf(
  userId: number,
  financialAccountId: number,
  transactions: ShapedTransaction[],
): EventPayload<typeof TransactionShapedV1> {
  return { financialAccountId, userId, cause: 'INGESTED', transactions };
}

export function linkOf(
  userId: number,
  id: number,
  accountId: number,
  version = 1,
): EventPayload<typeof TransferLinkUpsertedV1> {
  const sample = copyOf(TransferLinkUpsertedV1.sample);
  return {
    ...sample,
    id,
    userId,
    version,
    document: { ...sample.document, financial_account_id: accountId },
  };
}

/** An attempt on a link; its transfer has the link's id and the transaction's in its own. */
export function attemptOf(
  transactionId: number,
  transferLinkId: number,
  attemptId: number,
  succeeded: boolean,
): EventPayload<typeof TransferLoggedV1>['entries'][number] {
  return {
    transferId: transferLinkId * 1_000_000 + transactionId,
    version: attemptId,
    transferLinkId,
    transactionId,
    status: succeeded ? 'TRANSFERRED' : 'FAILED',
    attempt: {
      id: attemptId,
      operation: 'CREATE',
      succeeded,
      destinationTransactionId: succeeded ? `d-${transactionId}` : null,
      error: succeeded ? null : 'refused',
      attemptedAt: '2026-03-02T06:10:00.000Z',
    },
  };
}

/** The results of a command about links that all succeed. */
export function linksOf(...links: EventPayload<typeof TransferLinkUpsertedV1>[]) {
  return { results: links.map((link) => ({ transferLinkId: link.id, link, refusal: null })) };
}

/** The result of a command about one transaction. */
export function bulkOf(transactionId: number, changes: TransactionChanges): BulkResult {
  return { outcomes: [{ transactionId, error: null, message: 'Done.', errors: {} }], changes: [changes] };
}
