import { momentText } from './dates';

/** A moment in the reader's time zone. */
export function When({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {momentText(at)}
    </time>
  );
}
