import '../transactions.css';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { Problem } from '../../elements/problems/problem';
import type { TransactionsQuery } from '../filters/filters';
import { orderOf, sortedBy, type SortColumn, type TransactionsSearch } from '../filters/search';
import { TransactionRow } from './transaction-row';
import { useRows, type Rows } from './use-rows';
import type { Selection } from './use-selection';

/** Browsers draw nothing that is taller than this. */
const HEIGHT_MAX_PX = 16_000_000;
const HEAD_PX = 40;
const ROW_PX = { wide: 36, narrow: 60 } as const;
/** Rows that are passed in one sweep are not read. */
const SWEEP_MS = 60;

interface TransactionListProps {
  readonly query: TransactionsQuery;
  readonly search: TransactionsSearch;
  readonly onSort: (column: SortColumn) => void;
  /** The number of matching transactions. */
  readonly total: number;
  readonly accountNames: ReadonlyMap<string, string>;
  readonly selection: Selection;
  /** The rows still belong to the filters before these. */
  readonly isStale: boolean;
}

/** All transactions that match, of which only those in view are read and drawn. */
export function TransactionList(props: TransactionListProps) {
  const { query, search, onSort, total, accountNames, selection, isStale } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { virtualizer, rowPx, count } = useRowsInView(scroller, total);
  const items = virtualizer.getVirtualItems();
  const [inView] = useDebouncedValue(rangeOf(items), SWEEP_MS, { leading: true });
  const rows = useRows(query, ...positionsIn(inView));
  const [active, setActive] = useState(0);
  useActiveFocus(scroller, active);
  const goTo = (index: number, isExtending: boolean) => {
    const next = Math.min(Math.max(index, 0), count - 1);
    focusBeforeScroll(scroller.current, next);
    setActive(next);
    virtualizer.scrollToIndex(next);
    if (isExtending) selection.extendTo(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) =>
    onListKey(event, { active, count, rows, selection, goTo, pageRows: pageRowsOf(scroller.current, rowPx) });
  const onClick = useClickHandler(rows, selection, setActive);
  return (
    <>
      {rows.error !== null && <Problem error={rows.error} retry={rows.retry} />}
      <div
        ref={scroller}
        className="transaction-list"
        role="grid"
        tabIndex={0}
        data-scroll-restoration-id="transactions"
        aria-label="Transactions"
        aria-rowcount={total + 1}
        aria-multiselectable
        aria-busy={isStale}
        data-stale={isStale || undefined}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <Head search={search} onSort={onSort} />
        <div className="transaction-rows" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
          <RowsInView
            items={items}
            rows={rows}
            active={active}
            names={accountNames}
            selected={selection.rows}
          />
        </div>
      </div>
    </>
  );
}

interface RowsInViewProps {
  readonly items: readonly VirtualItem[];
  readonly rows: Rows;
  readonly active: number;
  readonly names: ReadonlyMap<string, string>;
  readonly selected: Selection['rows'];
}

function RowsInView({ items, rows, active, names, selected }: RowsInViewProps) {
  return items.map(({ index, start }) => {
    const transaction = rows.rowAt(index);
    return (
      <TransactionRow
        key={index}
        index={index}
        top={start}
        transaction={transaction}
        accountName={names.get(transaction?.financial_account_id ?? '') ?? ''}
        isSelected={transaction !== undefined && selected.has(transaction.id)}
        isActive={index === active}
      />
    );
  });
}

/** A scroll may remove the row that has the focus: the list takes the focus until the next row is drawn. */
function focusBeforeScroll(list: HTMLDivElement | null, next: number): void {
  if (list?.querySelector(`[data-index="${next}"]`) === null) list.focus({ preventScroll: true });
}

/** The rows that the browser draws now, their height, and the number of rows that it can draw at all. */
function useRowsInView(scroller: RefObject<HTMLDivElement | null>, total: number) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const rowPx = isNarrow ? ROW_PX.narrow : ROW_PX.wide;
  const count = Math.min(total, Math.floor(HEIGHT_MAX_PX / rowPx));
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
    scrollPaddingStart: HEAD_PX,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx]);
  return { virtualizer, rowPx, count };
}

interface KeyContext {
  readonly active: number;
  readonly count: number;
  readonly rows: Rows;
  readonly selection: Selection;
  readonly goTo: (index: number, isExtending: boolean) => void;
  /** The rows that one press of PageDown moves by. */
  readonly pageRows: number;
}

function pageRowsOf(list: HTMLDivElement | null, rowPx: number): number {
  return Math.max(1, Math.floor((list?.clientHeight ?? 0) / rowPx) - 2);
}

/** Moves the active row by the keys of a list, and selects it by the space bar. */
function onListKey(event: KeyboardEvent<HTMLDivElement>, context: KeyContext): void {
  const { active, count, rows, selection, goTo, pageRows } = context;
  if ((event.target as HTMLElement).closest('[role=columnheader]') !== null) return;
  const step = stepOf(event.key, pageRows);
  if (step !== null) {
    event.preventDefault();
    goTo(step === 'first' ? 0 : step === 'last' ? count - 1 : active + step, event.shiftKey);
  } else if (event.key === ' ') {
    event.preventDefault();
    const row = rows.rowAt(active);
    if (row !== undefined) selection.toggle(active, row);
  }
}

/** Selects a row by its checkbox, and opens its story by its link. */
function useClickHandler(rows: Rows, selection: Selection, setActive: (index: number) => void) {
  const router = useRouter();
  return (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? NaN);
    const row = Number.isNaN(index) ? undefined : rows.rowAt(index);
    if (row === undefined) return;
    setActive(index);
    if (target.closest('.transaction-select') !== null) {
      if (event.shiftKey) selection.extendTo(index);
      else selection.toggle(index, row);
      return;
    }
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (target.closest('a') === null || isForBrowser) return;
    event.preventDefault();
    router.history.push(`/transactions/${row.id}`);
  };
}

function Head({ search, onSort }: Pick<TransactionListProps, 'search' | 'onSort'>) {
  return (
    <div role="rowgroup" className="transaction-head">
      <div role="row" className="transaction-row" aria-rowindex={1}>
        <div role="columnheader" className="transaction-select">
          <VisuallyHidden>Selection</VisuallyHidden>
        </div>
        <SortHead column="mapped_fields.date" label="Date" area="day" search={search} onSort={onSort} />
        <div role="columnheader" className="transaction-payee">
          Payee
        </div>
        <div role="columnheader" className="transaction-what">
          Description
        </div>
        <div role="columnheader" className="transaction-account">
          Account
        </div>
        <SortHead column="amount" label="Amount" area="amount" search={search} onSort={onSort} />
      </div>
    </div>
  );
}

interface SortHeadProps extends Pick<TransactionListProps, 'search' | 'onSort'> {
  readonly column: SortColumn;
  readonly label: string;
  readonly area: 'day' | 'amount';
}

function SortHead({ column, label, area, search, onSort }: SortHeadProps) {
  const order = orderOf(search);
  const isSorted = order.replace(/^-/, '') === column;
  const isNextDescending = sortedBy(search, column).startsWith('-');
  const Icon = isNextDescending ? ArrowUp : ArrowDown;
  return (
    <div
      role="columnheader"
      className={`transaction-${area}`}
      aria-sort={isSorted ? (order.startsWith('-') ? 'descending' : 'ascending') : 'none'}
    >
      <UnstyledButton fz="inherit" fw={600} mih={24} onClick={() => onSort(column)}>
        {label} {isSorted && <Icon size={13} aria-hidden />}
      </UnstyledButton>
    </div>
  );
}

/** Keeps the focus in the active row while the arrow keys move through rows that come and go. */
function useActiveFocus(scroller: { readonly current: HTMLDivElement | null }, active: number): void {
  const last = useRef(active);
  useEffect(() => {
    if (last.current === active) return;
    const list = scroller.current;
    const link = list?.querySelector<HTMLElement>(`[data-index="${active}"] a`);
    if (!list?.contains(document.activeElement) || !link) return;
    last.current = active;
    if (document.activeElement?.closest('[data-index]')?.getAttribute('data-index') !== String(active))
      link.focus({ preventScroll: true });
  });
}

function rangeOf(items: readonly { readonly index: number }[]): string {
  return `${items[0]?.index ?? 0}-${items.at(-1)?.index ?? 0}`;
}

function positionsIn(range: string): [first: number, last: number] {
  const [first = 0, last = 0] = range.split('-').map(Number);
  return [first, Math.max(first, last)];
}

function stepOf(key: string, page: number): number | 'first' | 'last' | null {
  switch (key) {
    case 'ArrowDown':
      return 1;
    case 'ArrowUp':
      return -1;
    case 'PageDown':
      return page;
    case 'PageUp':
      return -page;
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    default:
      return null;
  }
}
