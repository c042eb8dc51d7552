import { Pagination } from '@mantine/core';

interface PagesProps {
  readonly total: number;
  readonly page: number;
  readonly onChange: (page: number) => void;
  /** Names the list where a screen has several. */
  readonly label?: string;
}

const CONTROLS = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const;

/** The pages of a list; nothing where there is one. */
export function Pages({ total, page, onChange, label = 'Pages' }: PagesProps) {
  if (total <= 1) return null;
  return (
    <Pagination
      role="navigation"
      aria-label={label}
      total={total}
      value={page}
      onChange={onChange}
      getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
      getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
    />
  );
}
