import { ENRICHMENT_PROVIDERS, normalizedText, TransactionDocument } from '@tributary/contracts';
import {
  BrandIndex,
  brandIndex,
  Category,
  categoryOfCode,
  categoryOfMcc,
  categoryOfWords,
  CompactEnrichment,
  findMerchant,
  Merchant,
} from '@tributary/merchants';
import { isOutflow } from '@tributary/money';
import { mapInTurns } from '@tributary/outbound';
import { otherParty } from '../../../providers/mapping/mapped-fields';
import { EnrichableTransaction, Enricher, EnrichmentRequest } from '../enrichment.port';
import { paymentOf } from './payment';
import { Payment, recurring } from './subscriptions';

export const [LOCAL_ENRICHER] = ENRICHMENT_PROVIDERS;

/** Facts that follow from one transaction alone. */
interface Reading {
  readonly transaction: EnrichableTransaction;
  readonly merchant: Merchant;
  readonly mcc: string;
  readonly category: { readonly name: Category; readonly certainty: number };
}

/**
 * The built-in enricher: the index of brands, tables of codes, and detection of recurring payments. It calls no other
 * service.
 */
export class LocalEnricher implements Enricher {
  readonly provider = LOCAL_ENRICHER;

  async enrich({
    country,
    transactions,
  }: EnrichmentRequest): Promise<ReadonlyMap<number, CompactEnrichment>> {
    const index = await brandIndex();
    const readings = await mapInTurns(transactions, (transaction) => read(transaction, country, index));
    const subscriptions = recurring(readings.flatMap(toPayment));
    return new Map(
      readings.map((reading) => [
        reading.transaction.id,
        toCompact(reading, subscriptions.has(reading.transaction.id)),
      ]),
    );
  }
}

function read(transaction: EnrichableTransaction, country: string | null, index: BrandIndex): Reading {
  const { document } = transaction;
  const payment = paymentOf(document, country);
  const merchant = findMerchant(payment, index);
  return {
    transaction,
    merchant,
    mcc: payment.mcc || (merchant.brand?.mcc ?? ''),
    category: categoryOf(document, merchant),
  };
}

/** Codes are more reliable than names, and names more than words. */
function categoryOf(document: TransactionDocument, { brand, certainty }: Merchant): Reading['category'] {
  const { codes } = document;
  const byMcc = categoryOfMcc(codes?.merchant_category_code ?? '');
  if (byMcc) return { name: byMcc, certainty: 0.95 };
  if (brand && brand.category !== 'OTHER') return { name: brand.category, certainty };
  const byCode =
    categoryOfCode(codes?.purpose_code ?? '') ?? categoryOfCode(codes?.bank_transaction_code ?? '');
  if (byCode) return { name: byCode, certainty: 0.8 };
  const byWord = categoryOfWords(comparableTexts(document));
  if (byWord) return { name: byWord, certainty: 0.6 };
  return { name: 'OTHER', certainty: brand ? certainty : 0 };
}

/** Limit of a text that is compared with words. */
const COMPARED_CHARS_MAX = 500;

function comparableTexts(document: TransactionDocument): string {
  return [
    otherParty(document)?.name,
    document.remittance_information?.unstructured,
    document.additional_information,
  ]
    .flatMap((text) => (text ? normalizedText(text, 'NFD', COMPARED_CHARS_MAX) : []))
    .join(' ')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase();
}

/** Only booked transactions with a day can recur; a pending entry may be the same payment a second time. */
function toPayment({ transaction, merchant: { brand, name } }: Reading): Payment[] {
  const { id, document } = transaction;
  const day = document.booking_date ?? document.value_date;
  const who = brand?.key ?? name.toUpperCase();
  if (!document.booked || day === null || who === '') return [];
  const direction = isOutflow(document.amount) ? 'out' : 'in';
  const group = `${direction} ${document.currency} ${who}`;
  return [
    { id, group, day, amount: Math.abs(Number(document.amount)), isRegular: brand?.bills === 'regular' },
  ];
}

function toCompact(reading: Reading, recurs: boolean): CompactEnrichment {
  const { transaction, merchant, mcc, category } = reading;
  const { brand, isPerson, intermediary } = merchant;
  const goesOut = isOutflow(transaction.document.amount);
  const bills = brand?.bills === 'always' || (recurs && !isPerson && category.name !== 'CASH');
  const certainty = brand ? Math.max(merchant.certainty, category.certainty) : category.certainty;
  const general = category.name === 'OTHER' && isPerson ? 'TRANSFER' : category.name;
  const flags = `${goesOut && bills ? 's' : ''}${isPerson ? 'p' : ''}`;
  return {
    ...(brand && { b: brand.key }),
    ...(!brand && merchant.name !== '' && { n: merchant.name }),
    ...(intermediary !== null && { i: intermediary }),
    ...(general !== (brand?.category ?? 'OTHER') && { c: general }),
    ...(mcc !== (brand?.mcc ?? '') && { m: mcc }),
    s: Math.round(certainty * 100),
    ...(flags !== '' && { f: flags }),
  };
}
