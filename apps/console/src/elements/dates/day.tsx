import { dayText } from './dates';

/** A day, without a time zone. */
export function Day({ day }: { readonly day: string }) {
  return <time dateTime={day.slice(0, 10)}>{dayText(day)}</time>;
}
