import { visibleText } from './bank-text';

/** A text from a bank or another outside: shown as text, in its own direction, with nothing invisible in it. */
export function ForeignText({ text }: { readonly text: string }) {
  return <bdi>{visibleText(text)}</bdi>;
}
