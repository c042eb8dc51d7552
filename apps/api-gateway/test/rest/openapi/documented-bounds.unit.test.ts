import '../../../src/api-gateway.module';
import type { Type } from '@nestjs/common';
import { BODY_BOUNDS, BodyPipe } from '@tributary/http';
import { getMetadataStorage } from 'class-validator';
import { bodySchemas } from '../../../src/rest/openapi/body-schemas';

type Schema = Readonly<Record<string, unknown>>;

const SCHEMAS = bodySchemas() as Readonly<
  Record<string, { readonly properties: Readonly<Record<string, Schema>> }>
>;

const classes = [
  ...(getMetadataStorage()['validationMetadatas'] as ReadonlyMap<Type, unknown>).keys(),
].filter(({ name }) => name in SCHEMAS);

/** Every member of every body, with its schema. */
const MEMBERS = classes.flatMap((body) =>
  Object.entries(SCHEMAS[body.name]?.properties ?? {}).map(([name, schema]) => ({
    body,
    name,
    schema,
    title: `${body.name}.${name}`,
  })),
);

const ofType = (type: string) => MEMBERS.filter(({ schema }) => [schema['type']].flat().includes(type));
const texts = ofType('string').filter(({ schema }) => schema['enum'] === undefined);
const lists = ofType('array');

/** The errors of this member, where a body has this value for it. */
async function errorsOf(body: Type, name: string, value: unknown): Promise<readonly string[]> {
  const refused = await new BodyPipe()
    .transform({ [name]: value }, { type: 'body', metatype: body })
    .then(() => null)
    .catch((error: { detail?: { errors?: Record<string, string[]> } }) => error.detail?.errors ?? {});
  return Object.entries(refused ?? {})
    .filter(([path]) => path === name || path.startsWith(`${name}.`))
    .flatMap(([, messages]) => messages);
}

const isOfLength = (message: string) => /characters|elements|at most|at least/.test(message);
const longText = (length: number) => ['x', '1', 'A'].map((letter) => letter.repeat(length));

describe('a length that the document names is the one that is enforced', () => {
  it('there are bodies with texts and lists', () => {
    expect(classes.length).toBeGreaterThan(40);
    expect(texts.length).toBeGreaterThan(60);
    expect(lists.length).toBeGreaterThan(30);
  });

  it.each(texts)('$title: a text has a maximum', async ({ body, name, schema }) => {
    const max = schema['maxLength'] as number | undefined;
    if (max !== undefined) {
      expect(max).toBeLessThanOrEqual(BODY_BOUNDS.charactersOfText);
      for (const text of longText(max)) {
        expect((await errorsOf(body, name, text)).filter(isOfLength)).toEqual([]);
      }
    }
    // Where the document names none, a format or a pattern does.
    for (const text of longText((max ?? 999) + 1)) expect(await errorsOf(body, name, text)).not.toEqual([]);
  });

  it.each(lists)('$title: a list has a maximum, and so have its elements', async ({ body, name, schema }) => {
    const max = schema['maxItems'] as number;
    expect(max).toBeLessThanOrEqual(BODY_BOUNDS.elementsOfList);
    const list = (length: number, element: unknown) => Array.from({ length }, () => element);
    const element = (schema['items'] as Schema | undefined)?.['type'] === 'string' ? 'x' : 1;
    const atMost = await errorsOf(body, name, list(max, element));
    const more = await errorsOf(body, name, list(max + 1, element));
    expect(more).not.toEqual([]);
    expect(atMost.filter((message) => /at most|elements/.test(message))).toEqual([]);
    expect(await errorsOf(body, name, ['x'.repeat(BODY_BOUNDS.charactersOfText)])).not.toEqual([]);
  });
});
