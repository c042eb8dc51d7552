import { TSchema, TString, Type } from '@sinclair/typebox';

const SENT = Symbol('what a request says with a member');

/** Adds descriptions of a member: for responses and events, and, where it differs, for requests. */
export function described<S extends TSchema>(schema: S, texts: { shown?: string; sent?: string }): S {
  const { shown, sent = shown } = texts;
  return { ...schema, ...(shown === undefined ? {} : { description: shown }), [SENT]: sent };
}

/** Description of the member in requests; undefined: its name is enough. */
export function meaningInRequests(schema: TSchema): string | undefined {
  return (schema as { readonly [SENT]?: string })[SENT];
}

const CHARACTERS = Symbol('how many characters a request may send');

/** Bounds on the characters of a text in a request. */
export interface CharacterBounds {
  readonly min?: number;
  readonly max: number;
}

/**
 * A text of this length in requests. Stored texts of an earlier release may be longer, and a schema's own `maxLength`
 * would be checked in UTF-16 units, so only the interface checks it.
 */
export function boundedText(bounds: CharacterBounds): TString {
  return { ...Type.String(), [CHARACTERS]: bounds };
}

/** Bounds of a text in requests; undefined: any length. */
export function characterBounds(schema: TSchema): CharacterBounds | undefined {
  return (schema as { readonly [CHARACTERS]?: CharacterBounds })[CHARACTERS];
}
