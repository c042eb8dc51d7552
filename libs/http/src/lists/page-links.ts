/** An entry of `meta.links`, for a row of page buttons. */
export interface PageLink {
  readonly url: string | null;
  readonly label: string;
  readonly active: boolean;
}

/** Pages shown on each side of the current one, as in Laravel's paginator. */
const EACH_SIDE = 3;

/** Links to the previous page, the page numbers with gaps where there are many, and the next page. */
export function pageLinks(current: number, last: number, urlOf: (page: number) => string): PageLink[] {
  const numbers = pageNumbers(current, last).map((page): PageLink =>
    page === null
      ? { url: null, label: '...', active: false }
      : { url: urlOf(page), label: String(page), active: page === current },
  );
  return [
    { url: previousPage(current, last, urlOf), label: '&laquo; Previous', active: false },
    ...numbers,
    { url: nextPage(current, last, urlOf), label: 'Next &raquo;', active: false },
  ];
}

export function previousPage(current: number, last: number, urlOf: (page: number) => string): string | null {
  return current > 1 ? urlOf(Math.min(current - 1, last)) : null;
}

export function nextPage(current: number, last: number, urlOf: (page: number) => string): string | null {
  return current < last ? urlOf(current + 1) : null;
}

/** The numbers to show; null is a gap. */
function pageNumbers(current: number, last: number): (number | null)[] {
  const window = EACH_SIDE + 4;
  if (last < EACH_SIDE * 2 + 8) return range(1, last);
  if (current <= window) return [...range(1, window + EACH_SIDE), null, ...range(last - 1, last)];
  if (current > last - window) return [1, 2, null, ...range(last - (window + EACH_SIDE - 1), last)];
  return [1, 2, null, ...range(current - EACH_SIDE, current + EACH_SIDE), null, ...range(last - 1, last)];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
