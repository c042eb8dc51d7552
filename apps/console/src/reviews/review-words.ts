import type { SettlementReview } from '@tributary/client';
import { moneyText } from '../elements/money/exact-money';
import type { StatusWords } from '../elements/status';

/** Something that speaks for or against the two entries being one. */
export interface Evidence {
  readonly about: string;
  readonly words: string;
  readonly speaks: 'for' | 'against' | 'neither';
}

type Reviewed = Pick<SettlementReview, 'evidence' | 'currency' | 'origin'>;

/** The comparisons of the two entries, in words. */
export function evidenceOf({ evidence, currency, origin }: Reviewed, locale?: string): readonly Evidence[] {
  const { amount_difference, days, same_day, same_institution_id, linked_by_provider, pending_listed } =
    evidence;
  const ofBoth: readonly Evidence[] = [
    {
      about: 'Amount',
      ...amountWords(evidence.amount, moneyText(amount_difference, currency, 'always', locale)),
    },
    { about: 'Name', ...NAME_WORDS[evidence.name] },
    {
      about: 'Days between them',
      words: days === 0 ? 'None' : String(days),
      speaks: days <= 3 ? 'for' : 'neither',
    },
    {
      about: 'The bank’s own id',
      words: same_institution_id ? 'The same' : 'Not the same, or not known',
      speaks: same_institution_id ? 'for' : 'neither',
    },
  ];
  if (areBothBooked(origin)) return ofBoth;
  return [
    ...ofBoth,
    {
      about: 'Day that the booked entry names',
      words: same_day ? 'The day of the pending one' : 'Not the day of the pending one, or none',
      speaks: same_day ? 'for' : 'neither',
    },
    {
      about: 'Linked by the provider',
      words: linked_by_provider ? 'Yes' : 'No',
      speaks: linked_by_provider ? 'for' : 'neither',
    },
    {
      about: 'Pending entry still listed',
      words: pending_listed ? 'Yes, beside the booked one' : 'No, it has gone',
      speaks: pending_listed ? 'against' : 'for',
    },
  ];
}

/** Whether a review is about two booked rows that may be one transaction. */
export function areBothBooked(origin: SettlementReview['origin']): boolean {
  return origin === 'MATCHED_DUPLICATE';
}

interface ReviewWords {
  readonly question: string;
  /** Said below the question. */
  readonly explained: string;
  readonly pending: string;
  readonly booked: string;
  readonly accept: string;
  readonly dismiss: string;
}

/** Returns the question, the buttons and the explanation of a review. */
export function wordsOf(origin: SettlementReview['origin']): ReviewWords {
  if (!areBothBooked(origin)) {
    return {
      question: 'The two entries',
      explained: 'A pending and a booked entry that may be the same purchase.',
      pending: 'Pending',
      booked: 'Booked',
      accept: 'Accept: they are one',
      dismiss: 'Dismiss: they are two',
    };
  }
  return {
    question: 'Is this the same payment?',
    explained: 'The later row is not sent, not announced and not counted until you decide.',
    pending: 'Later row',
    booked: 'Earlier row',
    accept: 'One payment',
    dismiss: 'Two payments',
  };
}

interface Decided {
  readonly decided: string;
  readonly refused: string;
  readonly remaining: string;
}

/** The result of a decision about all reviews of an import. */
export function decidedWords({ decided, refused, remaining }: Decided): string {
  return [
    `${decided} decided`,
    ...(refused === '0' ? [] : [`${refused} cannot be decided so and stay open`]),
    ...(remaining === '0' ? [] : [`${remaining} wait still: decide again`]),
  ].join(', ');
}

type Words = Pick<Evidence, 'words' | 'speaks'>;

function amountWords(amount: SettlementReview['evidence']['amount'], difference: string): Words {
  switch (amount) {
    case 'exact':
      return { words: 'The same', speaks: 'for' };
    case 'within_tolerance':
      return { words: `Differs by ${difference}, as a tip or an exchange rate does`, speaks: 'neither' };
    case 'different':
      return { words: `Differs by ${difference}`, speaks: 'against' };
    default:
      return amount satisfies never;
  }
}

const NAME_WORDS: Readonly<Record<SettlementReview['evidence']['name'], Words>> = {
  same: { words: 'The same', speaks: 'for' },
  similar: { words: 'Similar', speaks: 'for' },
  unknown: { words: 'One of them has no name', speaks: 'neither' },
  different: { words: 'Different', speaks: 'against' },
};

/** The state of a review, in words. */
export const STATUS_WORDS: StatusWords<SettlementReview['status']> = {
  OPEN: { kind: 'warning', label: 'Waits for you' },
  MERGED: { kind: 'good', label: 'Made one by its evidence' },
  ACCEPTED: { kind: 'good', label: 'Accepted' },
  DISMISSED: { kind: 'paused', label: 'Dismissed' },
  UNDONE: { kind: 'paused', label: 'Undone' },
  SUPERSEDED: { kind: 'paused', label: 'Closed by a later entry' },
};

export type Decision = 'accept' | 'dismiss' | 'undo';

/** The decisions that a review in this state allows. */
export function decisionsFor(status: SettlementReview['status']): readonly Decision[] {
  switch (status) {
    case 'OPEN':
      return ['accept', 'dismiss'];
    case 'MERGED':
    case 'ACCEPTED':
    case 'DISMISSED':
      return ['undo'];
    case 'UNDONE':
    case 'SUPERSEDED':
      return [];
    default:
      return status satisfies never;
  }
}

/** A review in a few words, for lists and announcements. */
export function reviewTitle({
  pending,
  booked,
  currency,
}: Pick<SettlementReview, 'pending' | 'booked' | 'currency'>): string {
  const name = booked.name || pending.name || 'Without a name';
  return `${name} ${moneyText(booked.amount, currency)}`;
}
