import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { HighlightStyle, StreamLanguage, type StringStream } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import type { LanguageField } from './rule-language';

/** The state of the tokenizer: within text, an output, or a tag. */
interface LiquidState {
  within: 'text' | 'output' | 'tag';
}

/** Colours templates; the server alone decides what they mean. */
export const liquidLanguage = StreamLanguage.define<LiquidState>({
  name: 'liquid',
  startState: () => ({ within: 'text' }),
  token(stream, state) {
    if (state.within === 'text') return openingToken(stream, state);
    if (stream.match(/-?(\}\}|%\})/)) {
      state.within = 'text';
      return 'brace';
    }
    return innerToken(stream, state);
  },
});

const TAG_WORDS =
  /(if|elsif|else|end\w+|unless|case|when|for|assign|capture|in|and|or|contains|break|continue)\b/;

function openingToken(stream: StringStream, state: LiquidState): string | null {
  if (stream.match(/\{\{-?/)) {
    state.within = 'output';
    return 'brace';
  }
  if (stream.match(/\{%-?/)) {
    state.within = 'tag';
    return 'brace';
  }
  stream.next();
  stream.eatWhile(/[^{]/);
  return null;
}

function innerToken(stream: StringStream, state: LiquidState): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/"[^"]*"|'[^']*'/)) return 'string';
  if (stream.match(/\d+(\.\d+)?/)) return 'number';
  if (stream.match(/\|\s*\w+/)) return 'keyword';
  if (state.within === 'tag' && stream.match(TAG_WORDS)) return 'keyword';
  if (stream.match(/[A-Za-z_][\w.]*/)) return 'variableName';
  stream.next();
  return null;
}

/** Colours that are legible on a light and on a dark background. */
export const liquidColours = HighlightStyle.define([
  { tag: tags.brace, color: 'var(--mantine-color-river-light-color)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--mantine-color-green-light-color)' },
  { tag: tags.number, color: 'var(--mantine-color-orange-light-color)' },
  { tag: tags.keyword, color: 'var(--mantine-color-blue-light-color)' },
  { tag: tags.variableName, color: 'var(--mantine-color-text)' },
]);

/** Offers the fields: their names within braces, an output of them elsewhere. */
export function fieldCompletion(fields: readonly LanguageField[]): CompletionSource {
  const names = fields.filter(({ name }) => !name.endsWith('*'));
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w.]*/);
    const before = context.state.sliceDoc(0, word?.from ?? context.pos);
    const isWithin = /\{[{%][^}%]*$/.test(before);
    const isBegun = word?.text !== '' || /\{\{-?\s*$/.test(before);
    if (!context.explicit && (!isWithin || word === null || !isBegun)) return null;
    // After a bar stands the name of a filter.
    if (isWithin && /\|\s*$/.test(before)) return null;
    return {
      from: word?.from ?? context.pos,
      options: names.map(({ name, type }) => ({
        label: name,
        detail: type,
        type: 'variable',
        ...(isWithin ? {} : { apply: `{{ ${name} }}` }),
      })),
      validFor: /^[\w.]*$/,
    };
  };
}
