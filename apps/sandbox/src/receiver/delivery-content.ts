export interface DeliveredTransaction {
  readonly id: string;
  /** The hash of the shaped output, if the payload has one. */
  readonly hash: string | null;
  readonly removed: boolean;
}

/** The part of a payload that the ledger has. */
export interface DeliveryContent {
  readonly type: string;
  readonly account: string | null;
  readonly transactions: readonly DeliveredTransaction[];
}

type Json = Record<string, unknown>;

/** Reads either payload version; fields that are missing are null, so that a lean payload is still counted. */
export function deliveryContent(payload: unknown): DeliveryContent {
  const body = objectOf(payload);
  const data = objectOf(body['data']);
  const account = objectOf(data['financial_account'] ?? data['bank_account']);
  const transactions = Array.isArray(data['transactions']) ? data['transactions'] : [data['transaction']];
  return {
    type: idText(body['type']) ?? 'unknown',
    account: idText(account['id'] ?? data['financial_account_id'] ?? data['bank_account_id']),
    transactions: transactions.map(objectOf).flatMap(deliveredTransaction),
  };
}

function deliveredTransaction(transaction: Json): DeliveredTransaction[] {
  const id = idText(transaction['id']);
  const hash = idText(transaction['shaped_hash'] ?? transaction['hash']);
  return id === null ? [] : [{ id, hash, removed: transaction['removed'] === true }];
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function idText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
