import { OpenAPIObject } from '@nestjs/swagger';
import { Scope } from '../../src/identity/permissions/scopes';
import { GatewayUnderTest } from '../gateway-under-test';

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly schema: Schema;
  readonly required?: boolean;
}

/** A route of the API as its document has it. */
export interface Operation {
  readonly method: string;
  /** With `{names}` of its ids. */
  readonly path: string;
  readonly query: readonly Parameter[];
  /** The schema of its body, references resolved, if it takes one. */
  readonly body: Schema | null;
  /** Whether its body is a file instead. */
  readonly takesFile: boolean;
  readonly scopes: readonly Scope[];
  /** Who may ask: anyone, whoever was granted the scopes, or the owner alone. */
  readonly openTo: 'anyone' | 'granted' | 'owner';
  readonly isList: boolean;
}

interface DocumentedOperation {
  readonly parameters?: readonly (Parameter & { readonly in: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly 'x-role'?: string;
  readonly security?: readonly Readonly<Record<string, readonly Scope[]>>[];
}

/** The document that the gateway serves. */
export async function servedDocument(gateway: GatewayUnderTest): Promise<OpenAPIObject> {
  const response = await fetch(`${gateway.url}/api/v1/openapi.json`);
  return (await response.json()) as OpenAPIObject;
}

/**
 * Every route of the document that answers to tokens, or to anyone: what is added to the API later is here too. What answers to
 * an app's own secret, and to administrators, has suites of its own.
 */
export function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'delete', 'patch'].flatMap((method) => {
      const operation = (item as Readonly<Record<string, DocumentedOperation>>)[method];
      if (!operation || operation['x-role'] !== undefined) return [];
      if ((operation.security ?? []).some((scheme) => 'app' in scheme)) return [];
      const query = (operation.parameters ?? []).filter((one) => one.in === 'query');
      const body = operation.requestBody?.content['application/json']?.schema;
      const scopes = (operation.security ?? []).flatMap((scheme) => scheme['oauth2'] ?? []);
      const schemes = (operation.security ?? []).flatMap((scheme) => Object.keys(scheme));
      const openTo = schemes.includes('oauth2') ? 'granted' : schemes.length > 0 ? 'owner' : 'anyone';
      const isList = query.some(({ name }) => name === 'page[size]');
      const takesFile = operation.requestBody?.content['application/octet-stream'] !== undefined;
      const resolved = body ? (resolve(document, body) as Schema) : null;
      const route = { method: method.toUpperCase(), path, query, body: resolved, takesFile };
      return [{ ...route, scopes, openTo, isList }];
    }),
  );
}

/** A suite that is derived from the document, with the routes that it leaves out, and why. */
export const LEFT_OUT = {
  'access matrix': { 'DELETE /user': 'ends the access of whoever asks' },
  'random requests': { 'GET /stream': 'does not end', 'DELETE /user': 'ends the access of whoever asks' },
  'hostile shapes': { 'GET /stream': 'does not end', 'DELETE /user': 'ends the access of whoever asks' },
  idempotency: { 'DELETE /user': 'ends the access of whoever asks, and begins one erasure anyway' },
  'bad input': {},
  isolation: {},
  'bounded statements': {},
  'foreign ids': {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The routes that a suite plays: all but those that it names. */
export async function operationsFor(
  suite: keyof typeof LEFT_OUT,
  gateway: GatewayUnderTest,
): Promise<Operation[]> {
  const leftOut: readonly string[] = Object.keys(LEFT_OUT[suite]);
  const all = operationsOf(await servedDocument(gateway));
  return all.filter((operation) => !leftOut.includes(routeOf(operation)));
}

export function routeOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** The schema with what it refers to in the references' places. */
function resolve(document: OpenAPIObject, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => resolve(document, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const reference = (schema as { $ref?: string }).$ref;
  if (reference !== undefined) {
    const name = reference.split('/').at(-1) ?? '';
    return resolve(document, document.components?.schemas?.[name] ?? {});
  }
  return Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, resolve(document, one)]));
}

/** The path with an id for each of its names; `1` where the names do not know one. */
export function pathWith(path: string, ids: Readonly<Record<string, number | string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1));
}
