import { DEFAULT_ACCOUNT_CONFIG, groupBy, TransactionDocument } from '@tributary/contracts';
import { withMinorDigits, daysBetween } from '@tributary/money';
import { canonicalAmount, contentOf } from '../../providers/mapping/content';
import { otherParty } from '../../providers/mapping/mapped-fields';
import { hasEntry, StoredTransaction } from '../stored-transaction';
import { TransactionRow } from '../transaction-rows';
import { AccountAnswer } from './answer';
import { BalanceChain, balanceChain, compareChains } from './evidence/balance-chains';
import { DayRelation, FiledCandidate, FiledRow, judgeRows } from './evidence/file-evidence';
import { identifies, isNested, isSameFile, Listing, ListingSource, shareOf } from './listings';
import { BookedMatches, Pair, Pairing } from './pairing';
import { Workload } from './workload';

/**
 * Matches the rows of a file, whole days of one account, with the stored booked rows. If the user configured what makes
 * a duplicate, only that counts; otherwise ids, then the table of evidence for rows of one day and amount. Remaining
 * rows restore removed transactions with the same content.
 */
export async function matchFile(
  answer: AccountAnswer,
  file: ListingSource,
  work: Workload,
): Promise<BookedMatches> {
  const stored = withoutDuplicates(answer.stored).filter(({ listings }) => !isOwn(listings, file));
  const pairing = new Pairing(answer.rows, stored);
  if (isCustom(answer.duplicateFields)) {
    pairByContent(pairing, answer, pairing.openStored);
    return { pairing, doubtful: [] };
  }
  const others = new Set(stored.flatMap(({ listings }) => listings.map(({ source }) => source)));
  const hasIds = identifies(file, others);
  if (hasIds) pairIds(pairing, file);
  await work.pause();
  const doubtful = await pairDays(pairing, answer, { file, hasIds }, work);
  const gone = pairing.openStored.filter(({ state, underReview }) => !underReview && isGone(state));
  pairByContent(pairing, answer, gone);
  return { pairing, doubtful };
}

/** Leaves out rows that were decided to be another row, and adds their listings to that row. */
function withoutDuplicates(stored: readonly StoredTransaction[]): StoredTransaction[] {
  const booked = stored.filter((one) => one.booked && hasEntry(one));
  const merged = booked.filter(({ underReview, mergedInto }) => underReview && mergedInto !== null);
  if (merged.length === 0) return booked;
  const listingsOf = groupBy(merged, ({ mergedInto }) => mergedInto);
  const isMerged = new Set(merged);
  return booked
    .filter((one) => !isMerged.has(one))
    .map((one) => {
      const others = listingsOf.get(one.id) ?? [];
      return { ...one, listings: [...one.listings, ...others.flatMap(({ listings }) => listings)] };
    });
}

/** Rows of the same file are different entries. */
function isOwn(listings: readonly Listing[], file: ListingSource): boolean {
  return file.importId !== null && listings.some(({ source }) => source.importId === file.importId);
}

function isGone(state: StoredTransaction['state']): boolean {
  return state === 'WITHDRAWN' || state === 'UNLISTED';
}

const USUAL_FIELDS = JSON.stringify([...DEFAULT_ACCOUNT_CONFIG.fields_for_duplicate_filtering].sort());

function isCustom(fields: readonly string[]): boolean {
  return JSON.stringify([...fields].sort()) !== USUAL_FIELDS;
}

function pairByContent(
  pairing: Pairing,
  { duplicateFields }: AccountAnswer,
  stored: readonly StoredTransaction[],
): void {
  if (stored.length === 0) return;
  const queues = groupBy([...stored].reverse(), ({ document }) => contentOf(document, duplicateFields));
  for (const row of pairing.openRows) {
    const found = queues.get(contentOf(row.document, duplicateFields))?.pop();
    if (found) pairing.pair(row, found);
  }
}

/** A bank may correct a day; the same id and amount months later is another entry. */
const CORRECTED_DAYS_MAX = 7;
/** Shorter ids of other kinds of sources may be equal by chance. */
const FOREIGN_ID_LENGTH_MIN = 6;

/**
 * Pairs by id, which identifies an entry in all files of the account. Another amount under the id is a second entry,
 * for example a fee.
 */
function pairIds(pairing: Pairing, file: ListingSource): void {
  const byId = new Map<string, StoredTransaction[]>();
  for (const stored of pairing.openStored) {
    if (isGone(stored.state)) continue;
    for (const { source, bankId } of stored.listings) {
      if (bankId === null) continue;
      if (source.kind !== file.kind && bankId.length < FOREIGN_ID_LENGTH_MIN) continue;
      const key = idKey(bankId, stored.document);
      const known = byId.get(key);
      if (known) known.push(stored);
      else byId.set(key, [stored]);
    }
  }
  for (const row of byId.size === 0 ? [] : pairing.openRows) {
    const bankId = row.listed?.bankId ?? null;
    const known = bankId === null ? undefined : byId.get(idKey(bankId, row.document));
    const index =
      known?.slice(0, SAME_ID_MAX).findIndex((stored) => mayBeOne({ row, stored }, pairing)) ?? -1;
    // Paired candidates are removed, so that thousands of rows with one id do not pass over them again.
    const [found] = index === -1 ? [] : (known?.splice(index, 1) ?? []);
    if (found) pairing.pair(row, found);
  }
}

/** Limit of entries with one id and amount that a row is compared with. */
const SAME_ID_MAX = 100;

function mayBeOne({ row, stored }: Pair, pairing: Pairing): boolean {
  const days = Math.abs(daysBetween(stored.day ?? stored.seenOn, row.day ?? stored.seenOn));
  return days <= CORRECTED_DAYS_MAX && pairing.isOpen({ row, stored });
}

function idKey(id: string, document: TransactionDocument): string {
  return `${id} ${amountKey(document)}`;
}

function amountKey(document: TransactionDocument): string {
  return `${document.currency} ${canonicalAmount(document)}`;
}

/**
 * Judges the remaining rows day by day, and pairs known rows. @returns doubtful pairs, whose rows are removed from the
 * pairing
 */
async function pairDays(
  pairing: Pairing,
  answer: AccountAnswer,
  { file, hasIds }: { readonly file: ListingSource; readonly hasIds: boolean },
  work: Workload,
): Promise<Pair[]> {
  const relations = new DayRelations(answer, file);
  const key = ({ day, document }: Pick<TransactionRow, 'day' | 'document'>) =>
    `${day ?? ''} ${amountKey(document)}`;
  const stored = groupBy(
    pairing.openStored.filter(({ state }) => !isGone(state)),
    key,
  );
  const doubtful: Pair[] = [];
  for (const [group, rows] of groupBy(pairing.openRows, key)) {
    const candidates = stored.get(group)?.map((one) => candidateOf(one, file, relations)) ?? [];
    if (candidates.length === 0) continue;
    const filed = rows.map((row) => filedRow(row, hasIds));
    for (const { row, stored: found, verdict } of judgeRows(filed, candidates, answer.rules, work)) {
      if (verdict === 'known') pairing.pair(row, found);
      else doubtful.push({ row, stored: found });
    }
    await work.pause();
  }
  for (const { row } of doubtful) pairing.drop(row);
  return doubtful;
}

function filedRow(row: TransactionRow, hasIds: boolean): FiledRow {
  const { bankId = null, balance = null } = row.listed ?? {};
  return {
    row,
    hasId: bankId !== null && hasIds,
    balance: balance === null ? null : withMinorDigits(balance, row.document.currency),
    text: textOf(row.document),
  };
}

function candidateOf(
  stored: StoredTransaction,
  file: ListingSource,
  relations: DayRelations,
): FiledCandidate {
  const { currency } = stored.document;
  const ofKind = stored.listings.filter(({ source }) => source.kind === file.kind);
  return {
    stored,
    relation: relations.of(stored),
    hasId: ofKind.some(({ bankId }) => bankId !== null),
    hasBalance: ofKind.some(({ balance }) => balance !== null),
    balances: [
      ...new Set(
        stored.listings.flatMap(({ balance }) =>
          balance === null ? [] : withMinorDigits(balance, currency),
        ),
      ),
    ],
    isSameForm: stored.form === file.form,
    text: textOf(stored.document),
  };
}

/** All descriptive fields of an entry as one normalized text; sources of one form write the same entry alike. */
function textOf(document: TransactionDocument): string {
  const party = otherParty(document);
  const remittance = document.remittance_information;
  const parts = [
    party?.name,
    party?.iban ?? party?.bban,
    remittance?.unstructured ?? remittance?.unstructured_array,
    remittance?.structured,
    document.additional_information,
    document.value_date,
    document.booking_datetime,
    document.external_identifiers?.end_to_end_id,
    document.external_identifiers?.check_id,
  ];
  // Whitespace is normalized, so no part contains a line break.
  return parts.map((part) => (part ? part.replace(/\s+/g, ' ').trim().toLowerCase() : '')).join('\n');
}

/** Relations of a file to the days of stored rows, computed once for each of their sources. */
class DayRelations {
  private readonly own: ReadonlyMap<string, BalanceChain>;
  private readonly known = new Map<string, DayRelation>();
  private readonly listed: ReadonlyMap<
    string,
    readonly { listing: Listing; document: TransactionDocument }[]
  >;

  constructor(
    answer: AccountAnswer,
    private readonly file: ListingSource,
  ) {
    const rows = groupBy(answer.rows, ({ day }) => day ?? '');
    const chains = [...rows].flatMap(([day, ofDay]): [string, BalanceChain][] => {
      const chain = chainOf(
        ofDay.map(({ document, listed }) => ({ document, balance: listed?.balance ?? null })),
      );
      return chain === null ? [] : [[day, chain]];
    });
    this.own = new Map(chains);
    const listings = withoutDuplicates(answer.stored)
      .filter(({ state, day }) => !isGone(state) && this.own.has(day ?? ''))
      .flatMap(({ day, document, listings }) =>
        listings.map((listing) => ({ key: sourceKey(listing.source, day), listing, document })),
      );
    this.listed = groupBy(listings, ({ key }) => key);
  }

  of({ day, listings }: StoredTransaction): DayRelation {
    if (day === null) return 'open';
    const found = new Set(listings.map(({ source }) => this.relationTo(source, day)));
    return RELATIONS.find((relation) => found.has(relation)) ?? 'open';
  }

  private relationTo(source: ListingSource, day: string): DayRelation {
    const key = sourceKey(source, day);
    const known = this.known.get(key) ?? this.found(source, day, key);
    this.known.set(key, known);
    return known;
  }

  private found(source: ListingSource, day: string, key: string): DayRelation {
    if (isSameFile(this.file, source)) return 'nested';
    const own = this.own.get(day);
    const other = own
      ? chainOf(
          (this.listed.get(key) ?? []).map(({ document, listing: { balance } }) => ({ document, balance })),
        )
      : null;
    const chains = own && other ? compareChains(own, other) : null;
    if (chains === 'apart') return 'apart';
    const counts = chains === 'together' || isNested(shareOf(this.file, day), shareOf(source, day));
    return counts ? 'nested' : (chains ?? 'open');
  }
}

/** The strongest relation comes first. */
const RELATIONS: readonly DayRelation[] = ['apart', 'nested', 'unclear', 'open'];

function sourceKey({ importId }: ListingSource, day: string | null): string {
  return `${importId ?? ''} ${day ?? ''}`;
}

/** Returns null if an entry has no balance. */
function chainOf(
  rows: readonly { readonly document: TransactionDocument; readonly balance: string | null }[],
): BalanceChain | null {
  const [first] = rows;
  if (!first) return null;
  const canonical = (amount: string): string => withMinorDigits(amount, first.document.currency);
  const cells = rows.flatMap(({ document, balance }) =>
    balance === null ? [] : [{ amount: canonical(document.amount), balance: canonical(balance) }],
  );
  return cells.length < rows.length ? null : balanceChain(cells, canonical);
}
