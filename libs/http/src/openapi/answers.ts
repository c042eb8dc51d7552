import { Static, TSchema, Type } from '@sinclair/typebox';

const url = Type.Union([Type.String(), Type.Null()]);
const count = Type.Integer({ minimum: 0 });

const PageLinks = Type.Object({ first: url, last: url, prev: url, next: url });

const PAGE_META = {
  current_page: Type.Integer({ minimum: 1 }),
  from: Type.Union([Type.Integer(), Type.Null()]),
  last_page: Type.Integer(),
  links: Type.Array(Type.Object({ url, label: Type.String(), active: Type.Boolean() })),
  path: Type.Union([Type.String(), Type.Null()], { description: 'Base path of the links to pages.' }),
  per_page: count,
  to: Type.Union([Type.Integer(), Type.Null()]),
  total: count,
};

/** A page of a list. @param meta what the endpoint adds to `meta`, if anything */
export function pageOf(item: TSchema, meta: Readonly<Record<string, TSchema>> = {}) {
  return Type.Object({
    data: Type.Array(item),
    links: PageLinks,
    meta: Type.Object({ ...PAGE_META, ...meta }),
  });
}

/** `{data}`: one resource. */
export function dataOf(resource: TSchema) {
  return Type.Object({ data: resource });
}

/** `{message, data}`: the result of a change. */
export function changed(message: string, resource: TSchema) {
  return Type.Object({ message: Type.Literal(message), data: resource });
}

/** `{message}`: a change without a resource to show. */
export function done(message: string) {
  return Type.Object({ message: Type.Literal(message) });
}

export const DocsUrl = Type.String({
  format: 'uri-reference',
  description:
    'The page on this kind of error: what happened, why, and what to do. Without `PUBLIC_URL` it is relative to the API.',
});

export const ErrorMessage = Type.Object({ message: Type.String(), docs_url: DocsUrl });

export const ValidationError = Type.Object({
  message: Type.String({ description: 'The first error, and how many more there are.' }),
  errors: Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1 }), {
    description: 'By parameter, or by path in the body.',
  }),
});

export const PlanLimitError = Type.Object({
  message: Type.String(),
  docs_url: DocsUrl,
  feature: Type.String(),
  current: Type.Integer(),
  limit: Type.Integer(),
  formatted_limit: Type.String(),
});

export type ValidationError = Static<typeof ValidationError>;
