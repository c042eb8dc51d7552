import { Text } from '@mantine/core';
import { memo } from 'react';
import { Day } from '../../elements/dates/day';
import { ForeignText } from '../../elements/foreign-text';
import { Money } from '../../elements/money/money';
import { dayOf, descriptionOf, marksOf, payeeOf, type Transaction } from '../transaction';

interface TransactionRowProps {
  /** Undefined while it is being read. */
  readonly transaction: Transaction | undefined;
  /** Position of the row in the list, from 0. */
  readonly index: number;
  readonly top: number;
  readonly accountName: string;
  readonly isSelected: boolean;
  /** Whether the Tab key comes to this row. */
  readonly isActive: boolean;
}

/**
 * A row of the list. There are forty at once and thousands pass by: it is drawn again only if it changes, has no state,
 * and the list listens to its events.
 */
export const TransactionRow = memo(function TransactionRow(props: TransactionRowProps) {
  const { transaction, index, top, accountName, isSelected, isActive } = props;
  if (transaction === undefined) return <UnreadRow index={index} top={top} />;
  const tabIndex = isActive ? 0 : -1;
  const payee = payeeOf(transaction) || 'Without a name';
  const day = dayOf(transaction);
  return (
    <div
      className="transaction-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className="transaction-select">
        <input
          type="checkbox"
          checked={isSelected}
          readOnly
          tabIndex={tabIndex}
          aria-label={`Select ${payee}`}
        />
      </div>
      <div role="gridcell" className="transaction-day transaction-quiet">
        {day === null ? 'No date' : <Day day={day} />}
      </div>
      <div role="gridcell" className="transaction-payee">
        <a href={`/transactions/${transaction.id}`} tabIndex={tabIndex}>
          <ForeignText text={payee} />
        </a>
      </div>
      <div role="gridcell" className="transaction-what transaction-quiet">
        <What transaction={transaction} />
      </div>
      <div role="gridcell" className="transaction-account transaction-quiet">
        <ForeignText text={accountName} />
      </div>
      <div role="gridcell" className="transaction-amount">
        <Money amount={transaction.amount} currency={transaction.currency} isColoured />
      </div>
    </div>
  );
});

/** The special states of a transaction, and its purpose. */
function What({ transaction }: { readonly transaction: Transaction }) {
  const description = descriptionOf(transaction);
  const marks = marksOf(transaction);
  return (
    <>
      {marks.length > 0 && (
        <Text span inherit fw={600}>
          {marks.join(' · ')}
          {description === '' ? '' : ' · '}
        </Text>
      )}
      <ForeignText text={description} />
    </>
  );
}

/** A row whose page is still being read. */
function UnreadRow({ index, top }: Pick<TransactionRowProps, 'index' | 'top'>) {
  return (
    <div
      className="transaction-row"
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className="transaction-payee transaction-quiet">
        …
      </div>
    </div>
  );
}
