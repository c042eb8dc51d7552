import { ENRICHMENT_PROVIDERS, TransactionDocument } from '@tributary/contracts';
import { isOutflow } from '@tributary/money';
import { mapInTurns } from '@tributary/outbound';
import { otherParty } from '../../../providers/mapping/mapped-fields';
import {
  EnrichableTransaction,
  Enriched,
  EnrichedParty,
  Enricher,
  EnrichmentRequest,
} from '../enrichment.port';
import {
  categoryOfWords,
  comparable,
  KnownCounterparty,
  knownCounterparty,
  looksLikePerson,
  splitIntermediary,
} from './counterparties';
import { Category, categoryOfCode, categoryOfMcc } from './merchant-categories';
import { Payment, recurring } from './subscriptions';

export const [LOCAL_ENRICHER] = ENRICHMENT_PROVIDERS;

const NOBODY: EnrichedParty = { name: '', logo_url: '', website: '', mccs: '' };
const NOWHERE = { raw_address: '', google_maps_url: '', apple_maps_url: '' };

/** Facts that follow from one transaction alone. */
interface Reading {
  readonly transaction: EnrichableTransaction;
  /** In capitals, without the payment service. */
  readonly merchant: string;
  readonly shownName: string;
  readonly intermediary: EnrichedParty;
  readonly known: KnownCounterparty | null;
  readonly mcc: string;
  readonly category: { readonly name: Category; readonly certainty: string };
}

/** The built-in enricher: tables of codes and names, and detection of recurring payments. It calls no other service. */
export class LocalEnricher implements Enricher {
  readonly provider = LOCAL_ENRICHER;

  async enrich({ transactions }: EnrichmentRequest): Promise<ReadonlyMap<number, Enriched>> {
    const readings = await mapInTurns(transactions, read);
    const subscriptions = recurring(readings.flatMap(toPayment));
    return new Map(
      readings.map((reading) => [
        reading.transaction.id,
        toEnriched(reading, subscriptions.has(reading.transaction.id)),
      ]),
    );
  }
}

function read(transaction: EnrichableTransaction): Reading {
  const { document } = transaction;
  const party = otherParty(document);
  const published = party?.name ?? document.mapped_fields.payee ?? '';
  const { merchant, intermediary } = splitIntermediary(comparable(published));
  const texts = [published, document.remittance_information?.unstructured, document.additional_information]
    .flatMap((text) => (text ? [comparable(text)] : []))
    .join(' ');
  const known = knownCounterparty(texts);
  const mcc = document.codes?.merchant_category_code ?? known?.mcc ?? '';
  return {
    transaction,
    merchant,
    shownName: known?.name ?? (intermediary ? merchant : published),
    intermediary: intermediary ? { ...NOBODY, ...intermediary } : NOBODY,
    known,
    mcc,
    category: categoryOf(document, known, texts),
  };
}

/** Codes are more reliable than names, and names more than words. */
function categoryOf(
  { codes }: TransactionDocument,
  known: KnownCounterparty | null,
  texts: string,
): Reading['category'] {
  const byMcc = categoryOfMcc(codes?.merchant_category_code ?? '');
  if (byMcc) return { name: byMcc, certainty: '0.95' };
  if (known) return { name: known.category, certainty: '0.9' };
  const byCode =
    categoryOfCode(codes?.purpose_code ?? '') ?? categoryOfCode(codes?.bank_transaction_code ?? '');
  if (byCode) return { name: byCode, certainty: '0.8' };
  const byWord = categoryOfWords(texts);
  if (byWord) return { name: byWord, certainty: '0.6' };
  return { name: 'OTHER', certainty: '0' };
}

/** Only booked transactions with a day can recur; a pending entry may be the same payment a second time. */
function toPayment({ transaction, merchant, known }: Reading): Payment[] {
  const { id, document } = transaction;
  const day = document.booking_date ?? document.value_date;
  const who = known?.name ?? merchant;
  if (!document.booked || day === null || who === '') return [];
  const direction = isOutflow(document.amount) ? 'out' : 'in';
  const group = `${direction} ${document.currency} ${who}`;
  return [{ id, group, day, amount: Math.abs(Number(document.amount)) }];
}

function toEnriched(reading: Reading, recurs: boolean): Enriched {
  const { transaction, merchant, shownName, intermediary, known, mcc, category } = reading;
  const goesOut = isOutflow(transaction.document.amount);
  const party = otherParty(transaction.document);
  // A card payment names no account of the payee. Without an account, a person's name may be the name of a shop.
  const hasAccount = party?.iban !== undefined || party?.bban !== undefined;
  const isPerson = hasAccount && !known && mcc === '' && looksLikePerson(merchant);
  return {
    provider: LOCAL_ENRICHER,
    counterparty: { name: shownName, logo_url: '', website: known?.website ?? '', mccs: mcc },
    intermediary,
    category_general: category.name === 'OTHER' && isPerson ? 'TRANSFER' : category.name,
    location: NOWHERE,
    certainty_score: category.certainty,
    is_subscription: String(goesOut && recurs && !isPerson && category.name !== 'CASH'),
    is_personal: String(isPerson),
  };
}
