import { AccountConfig, TransactionDocument } from '@tributary/contracts';
import { hash } from 'node:crypto';
import { mapInTurns } from '@tributary/outbound';
import { ProviderTransaction } from '../providers/provider.port';
import { identify, IdentityRank, strongIdentityKey, TransactionIdentity } from './identity';
import { dayOf, FieldMap, mapFields } from '../providers/mapping/mapped-fields';
import { Moments } from '../providers/mapping/time-zones';
import { storableJson } from './storable-json';

/** A read transaction, ready to be matched and written. */
export interface TransactionRow {
  /** Unique within its reading. */
  readonly identityKey: string;
  readonly identityRank: IdentityRank;
  /** The key of the pending entry that the provider names as this entry's origin. */
  readonly pendingKey: string | null;
  /** Hash of the document. A row is a change only if its hash differs. */
  readonly contentHash: string;
  /** The day under which it is stored; null if the provider gave no date. */
  readonly day: string | null;
  readonly document: TransactionDocument;
  readonly documentJson: string;
  readonly rawJson: string;
  /** Data of a file's row outside its document; absent if a provider sent the row. */
  readonly listed?: RowListing;
  /** Fields whose days come from timestamps. */
  readonly moments?: Moments | undefined;
}

/** The bank's id if it identifies the entry, and the account's balance after the entry. */
export interface RowListing {
  readonly bankId: string | null;
  readonly balance: string | null;
}

/** A document as it is stored. */
export type MappedDocument = Pick<TransactionRow, 'contentHash' | 'day' | 'document' | 'documentJson'>;

/** Identifies and maps the rows of one reading of an account, and leaves out repeated rows. */
export function toRows(transactions: readonly ProviderTransaction[], config: RowConfig): TransactionRow[] {
  return toRowOfEach(transactions, config).flatMap((row) => row ?? []);
}

type RowConfig = Pick<AccountConfig, 'map_fields' | 'fields_for_duplicate_filtering'>;

/**
 * Makes rows like `toRows`, in the given order, with null for each repeated row.
 * @param listed data of each row of a file outside its document
 */
export function toRowOfEach(
  transactions: readonly ProviderTransaction[],
  config: RowConfig,
  listed: readonly RowListing[] = [],
): (TransactionRow | null)[] {
  const identities = identify(transactions, config.fields_for_duplicate_filtering);
  return transactions.map((transaction, index) =>
    rowOf(transaction, identities[index], config, listed[index]),
  );
}

/** Makes rows like `toRows` and lets other work run in between, for readings of unlimited length. */
export async function toRowsInTurns(
  transactions: readonly ProviderTransaction[],
  config: RowConfig,
): Promise<TransactionRow[]> {
  const identities = identify(transactions, config.fields_for_duplicate_filtering);
  const rows = await mapInTurns(transactions.entries(), ([index, transaction]) =>
    rowOf(transaction, identities[index], config),
  );
  return rows.flatMap((row) => row ?? []);
}

function rowOf(
  { document, pendingStrongId, rawJson, moments }: ProviderTransaction,
  identity: TransactionIdentity | null | undefined,
  config: RowConfig,
  listed?: RowListing,
): TransactionRow | null {
  if (!identity) return null;
  const { contentHash, day, document: own, documentJson } = mapped(document, config.map_fields);
  return {
    identityKey: storableText(identity.key),
    identityRank: identity.rank,
    pendingKey: pendingStrongId === null ? null : storableText(strongIdentityKey(pendingStrongId)),
    contentHash,
    day,
    document: own,
    documentJson,
    rawJson: storableJson(rawJson),
    listed,
    ...(moments && { moments }),
  };
}

/** A provider's document with the mapped fields of the account's configuration. */
export function mapped(unmapped: ProviderTransaction['document'], map: FieldMap): MappedDocument {
  return stored({ ...unmapped, mapped_fields: mapFields(unmapped, map) });
}

/** Returns the row with other days; data that was added to its document stays. */
export function withDays(
  row: TransactionRow,
  days: Pick<TransactionDocument, 'booking_date' | 'value_date'>,
  map: FieldMap,
): TransactionRow {
  const document = { ...row.document, ...days };
  const { date } = mapFields(document, map);
  return { ...row, ...stored({ ...document, mapped_fields: { ...document.mapped_fields, date } }) };
}

function stored(document: TransactionDocument): MappedDocument {
  const text = JSON.stringify(document);
  const documentJson = storableJson(text);
  return {
    contentHash: hash('sha1', documentJson, 'base64url'),
    day: dayOf(document),
    document: documentJson === text ? document : (JSON.parse(documentJson) as TransactionDocument),
    documentJson,
  };
}

function storableText(text: string): string {
  const json = JSON.stringify(text);
  return json.includes('\\u') ? (JSON.parse(storableJson(json)) as string) : text;
}
