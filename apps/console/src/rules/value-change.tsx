import { VisuallyHidden } from '@mantine/core';
import { ForeignText } from '../elements/foreign-text';
import './value-change.css';

interface ValueChangeProps {
  /** Null: none. */
  readonly from: string | null;
  readonly to: string | null;
}

/** A value before and after, marked by words, signs and colours. */
export function ValueChange({ from, to }: ValueChangeProps) {
  return (
    <span className="value-change">
      <del>
        <VisuallyHidden>before: </VisuallyHidden>
        <span aria-hidden>− </span>
        {from === null || from === '' ? <em>nothing</em> : <ForeignText text={from} />}
      </del>
      <ins>
        <VisuallyHidden> after: </VisuallyHidden>
        <span aria-hidden>+ </span>
        {to === null || to === '' ? <em>nothing</em> : <ForeignText text={to} />}
      </ins>
    </span>
  );
}
