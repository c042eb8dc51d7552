import { AccountConfig, TransactionDocument } from '@tributary/contracts';
import { hash } from 'node:crypto';
import { ProviderTransaction } from '../providers/provider.port';
import { identify } from './identity';
import { mapFields } from './mapped-fields';
import { storableJson } from './storable-json';

/** A transaction ready to be written. */
export interface TransactionRow {
  readonly identityKey: string;
  readonly identityRank: number;
  readonly contentKey: string;
  /** Of the document: only another one is a change. */
  readonly contentHash: string;
  readonly document: TransactionDocument;
  readonly documentJson: string;
  readonly rawJson: string;
}

/** One answer's rows for one account, each identified and mapped; repeated rows are left out. */
export function toRows(
  transactions: readonly ProviderTransaction[],
  map: AccountConfig['map_fields'],
): TransactionRow[] {
  const identities = identify(transactions);
  return transactions.flatMap((transaction, place) => {
    const identity = identities[place];
    if (!identity) return [];
    const unmapped: TransactionDocument = {
      ...transaction.document,
      mapped_fields: mapFields(transaction.document, map),
    };
    const text = JSON.stringify(unmapped);
    const documentJson = storableJson(text);
    return [
      {
        identityKey: storableText(identity.key),
        identityRank: identity.rank,
        contentKey: identity.contentKey,
        contentHash: hash('sha1', documentJson, 'base64url'),
        document: documentJson === text ? unmapped : (JSON.parse(documentJson) as TransactionDocument),
        documentJson,
        rawJson: storableJson(transaction.rawJson),
      },
    ];
  });
}

/** Joins rows of several answers for one account: of rows with the same identity the first stays. */
export function withoutRepeats(rows: readonly TransactionRow[]): TransactionRow[] {
  const byKey = new Map<string, TransactionRow>();
  for (const row of rows) if (!byKey.has(row.identityKey)) byKey.set(row.identityKey, row);
  return [...byKey.values()];
}

function storableText(text: string): string {
  const json = JSON.stringify(text);
  return json.includes('\\u') ? (JSON.parse(storableJson(json)) as string) : text;
}
