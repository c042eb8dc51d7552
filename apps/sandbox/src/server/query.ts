import { isDay } from '@tributary/money';

/** The refusal of a query's member, in the company's form. */
type Refuse = () => Error;

/** The day in a member of a query. @throws the refusal, where it is not one */
export function dayIn(value: string | undefined, refuse: Refuse): string | undefined {
  if (value === undefined || isDay(value)) return value;
  throw refuse();
}

/** The whole number in a member of a query. @throws the refusal, where it is not one */
export function countIn(value: string | undefined, refuse: Refuse): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw refuse();
}
