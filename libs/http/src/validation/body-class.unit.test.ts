import { Type } from '@sinclair/typebox';
import {
  boundedText,
  Currency,
  described,
  Id,
  IsoDate,
  Nullable,
  OneOf,
  Problem,
} from '@tributary/contracts';
import { IsIn } from 'class-validator';
import { bodyClass } from './body-class';
import { BodyPipe } from './body.pipe';

const Flags = bodyClass('FlagsBody', Type.Partial(Type.Object({ a: Type.Boolean(), b: Type.Boolean() })));
const Members = Type.Object({
  id: Id,
  mode: OneOf(['ONE', 'TWO'], { default: 'ONE' }),
  since: described(Nullable(IsoDate, { default: null }), { shown: 'Null: always.' }),
  active: Type.Boolean({ default: true }),
  flags: Type.Optional(Type.Object({ a: Type.Boolean(), b: Type.Boolean() })),
  name: boundedText({ min: 1, max: 5 }),
  currency: Type.Optional(Currency),
});
const Body = bodyClass('MembersBody', Members, { parts: { flags: Flags } });

async function read(body: object): Promise<unknown> {
  const metadata = { type: 'body', metatype: Body } as const;
  return new BodyPipe().transform(body, metadata).catch((error: unknown) => {
    if (error instanceof Problem && error.detail.kind === 'invalid') return error.detail.errors;
    throw error;
  });
}

describe('a body whose class is made from a schema', () => {
  it('is read as clients write it: ids and flags as texts', async () => {
    const sent = { id: '17', active: 'no', name: 'Link', since: null, flags: { a: 'yes' } };
    expect(await read(sent)).toEqual({
      id: 17,
      active: false,
      name: 'Link',
      since: null,
      flags: { a: true },
    });
  });

  it.each([
    [{ name: 'Link' }, { id: ['The id must be an id.'] }],
    [{ id: 1, name: '' }, { name: ['The name must not be empty.'] }],
    [{ id: 1, name: 'Longer' }, { name: ['The name must have at most 5 characters.'] }],
    [{ id: 1, name: 'Link', mode: 'SIX' }, { mode: ['The mode must be one of ONE, TWO.'] }],
    [{ id: 1, name: 'Link', mode: null }, { mode: ['The mode must be one of ONE, TWO.'] }],
    [{ id: 1, name: 'Link', since: '2026-02-31' }, { since: ['The since must be a date like 2026-03-31.'] }],
    [{ id: 1, name: 'Link', currency: 'eur' }, { currency: ['The currency must be an ISO 4217 code.'] }],
    [{ id: 1, name: 'Link', flags: 'yes' }, { flags: ['The flags must be an object of flags.'] }],
    [{ id: 1, name: 'Link', flags: { a: 'x' } }, { 'flags.a': ['The a must be true or false.'] }],
  ])('%j is refused with a sentence for its member', async (body, errors) => {
    expect(await read(body)).toEqual(errors);
  });

  it.each([
    [
      { parts: 5, steps: 5 },
      { parts: ['The parts must be a list of parts.'], steps: ['The steps must have at least one step.'] },
    ],
    [{ steps: [{}, {}, {}] }, { steps: ['The steps must have at most 2 steps.'] }],
    [{}, { steps: ['The steps must have at least one step.'] }],
  ])('%j is refused for what is first wrong with its lists', async (body, errors) => {
    const Step = bodyClass('StepBody', Type.Object({}));
    const lists = Type.Object({
      parts: Type.Optional(Type.Array(Type.Object({}), { maxItems: 2 })),
      steps: Type.Array(Type.Object({}), { minItems: 1, maxItems: 2 }),
    });
    const Lists = bodyClass('ListsBody', lists, { parts: { parts: Step, steps: Step } });
    const refused = new BodyPipe(Lists).transform(body, { type: 'body' });
    await expect(refused).rejects.toMatchObject({ detail: { errors } });
  });

  it('refuses a member that the schema does not know', async () => {
    expect(Object.keys((await read({ id: 1, name: 'Link', nmae: 1 })) as object)).toEqual(['nmae']);
  });

  it('takes the rules of its resource beside those of the schema', async () => {
    const OnlyTwo = bodyClass('OnlyTwoBody', Type.Pick(Members, ['mode']), {
      rules: { mode: IsIn(['TWO']) },
    });
    const refused = new BodyPipe(OnlyTwo).transform({ mode: 'ONE' }, { type: 'body' });
    await expect(refused).rejects.toBeInstanceOf(Problem);
  });

  it('cannot be made of a schema that no validator is known for', () => {
    expect(() => bodyClass('Unknown', Type.Object({ any: Type.Array(Type.Any()) }))).toThrow(
      'the schema of any',
    );
  });
});
