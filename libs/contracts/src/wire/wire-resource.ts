import { Static, TObject, TProperties, TSchema, Type } from '@sinclair/typebox';
import { IdText, TimeOrNull, TimeText, wireSchema, WireType } from './wire-types';

/** A resource in JSON. */
export type Fields = Readonly<Record<string, unknown>>;

type TypesOf<P extends TProperties> = { readonly [K in keyof P]?: WireType<Static<P[K]>> };

/** The definition of a resource: its document, members with another form, and additional members. */
export interface ResourceDefinition<P extends TProperties, B extends TProperties> {
  readonly document: TObject<P>;
  readonly types: TypesOf<P>;
  readonly beside?: B;
}

/** The input of a writer, from a row or from an event. */
export interface Written<D> {
  readonly id: number;
  readonly document: D;
  readonly createdAt: Date | string | null;
  readonly updatedAt: Date | string | null;
}

/** The form of a resource for REST and webhooks: its schemas, and its writer. */
export interface WireResource<D, B> {
  /** Every member of the REST form; a route's schema may add relations. */
  readonly members: Readonly<Record<string, TSchema>>;
  /** The webhook form: the whole resource, or only its id if the resource is unknown or may not be read. */
  readonly payload: TObject;
  readonly write: (written: Written<D>, beside: B) => Fields;
}

/** Makes schemas and writer of a resource from the contract's document. */
export function wireResource<P extends TProperties, B extends TProperties = Record<never, never>>({
  document,
  types,
  beside,
}: ResourceDefinition<P, B>): WireResource<Static<TObject<P>>, Static<TObject<B>>> {
  const written = Object.entries(types) as [string, WireType<unknown>][];
  const typed = Object.fromEntries(written.map(([name, { schema }]) => [name, schema]));
  const untyped = Object.entries(document.properties).map(([name, schema]) => [name, wireSchema(schema)]);
  const content = { ...beside, ...Object.fromEntries(untyped), ...typed } as Record<string, TSchema>;
  return {
    members: { id: IdText, ...content, created_at: TimeText, updated_at: TimeText },
    payload: payloadSchema(content),
    write: (of, besides) => {
      const fields: Record<string, unknown> = { id: String(of.id), ...besides, ...of.document };
      for (const [name, { write }] of written) {
        const value = write(fields[name]);
        if (value !== undefined) fields[name] = value;
      }
      return { ...fields, created_at: timeText(of.createdAt), updated_at: timeText(of.updatedAt) };
    },
  };
}

function payloadSchema(content: Readonly<Record<string, TSchema>>): TObject {
  const stamps = { created_at: TimeOrNull, updated_at: TimeOrNull };
  return Type.Object({ id: IdText, ...Type.Partial(Type.Object({ ...content, ...stamps })).properties });
}

function timeText(time: Date | string | null): string | null {
  return time instanceof Date ? time.toISOString() : time;
}
