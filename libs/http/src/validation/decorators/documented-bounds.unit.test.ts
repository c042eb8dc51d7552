import { BodyPipe } from '../body.pipe';
import { AreDistinct } from './distinct';
import { Documented } from './documented';

class Body {
  @Documented({ type: 'string', minLength: 2, maxLength: 5 })
  name?: string;

  @Documented({ type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', maxLength: 3 } })
  words?: string[];

  @AreDistinct('a word', 3)
  distinct?: string[];
}

const good = { name: 'abc', words: ['abc'], distinct: ['a'] };

/** Why the body with these members is refused, by member; null where it is not. */
async function errorsOf(members: object): Promise<unknown> {
  return new BodyPipe()
    .transform({ ...good, ...members }, { type: 'body', metatype: Body })
    .then(() => null)
    .catch((error: { detail?: { errors?: unknown } }) => error.detail?.errors ?? error);
}

describe('a documented length', () => {
  it('is enforced, at both ends', async () => {
    expect(await errorsOf({})).toBeNull();
    expect(await errorsOf({ name: 'abcde', words: ['abc', 'a'] })).toBeNull();
    expect(await errorsOf({ name: 'abcdef' })).toEqual({ name: ['The name must have 2 to 5 characters.'] });
    expect(await errorsOf({ name: 'a' })).toEqual({ name: ['The name must have 2 to 5 characters.'] });
    expect(await errorsOf({ words: [] })).toEqual({ words: ['The words must have 1 to 2 elements.'] });
    expect(await errorsOf({ words: ['a', 'b', 'c'] })).toEqual({
      words: ['The words must have 1 to 2 elements.'],
    });
    expect(await errorsOf({ words: ['abcd'] })).toEqual({
      words: ['Each of words must have at most 3 characters.'],
    });
  });

  it('counts characters as JSON Schema does: a surrogate pair is one', async () => {
    expect(await errorsOf({ name: '🔑🔑🔑🔑🔑' })).toBeNull();
    expect(await errorsOf({ name: '🔑' })).not.toBeNull();
  });

  it('of a list whose elements differ comes before their comparison', async () => {
    expect(await errorsOf({ distinct: ['a', 'b', 'c'] })).toBeNull();
    expect(await errorsOf({ distinct: ['a', 'b', 'a'] })).toEqual({
      distinct: ['The distinct must not name a word twice.'],
    });
    expect(await errorsOf({ distinct: ['a', 'b', 'c', 'd'] })).toEqual({
      distinct: ['The distinct must have at most 3 elements.'],
    });
  });
});
