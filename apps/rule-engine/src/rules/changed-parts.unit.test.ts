import { FieldErrors } from '@tributary/contracts';
import { matchParts } from './changed-parts';

const stored = [
  { id: 1, content: { fieldName: 'a', value: 'x' } },
  { id: 2, content: { fieldName: 'a', value: 'x' } },
  { id: 3, content: { fieldName: 'b', value: null } },
];

function idsOf(sent: Parameters<typeof matchParts<{ fieldName: string; value: string | null }>>[1]) {
  const errors: FieldErrors = {};
  const parts = matchParts(stored, sent, 'actions', errors);
  return {
    ids: parts.map(({ id }) => id),
    same: parts.map(({ isSame }) => isSame),
    errors: Object.keys(errors),
  };
}

describe('which action of a changed rule is which', () => {
  it('those that say the same stay the same ones, wherever they stand; each is taken once', () => {
    const sent = [
      { fieldName: 'b', value: null },
      ...Array.from({ length: 3 }, () => ({ fieldName: 'a', value: 'x' })),
    ];
    expect(idsOf(sent).ids).toEqual([3, 1, 2, null]);
  });

  it('an id says which one is meant, also where it says something else now', () => {
    expect(idsOf([{ id: 3, fieldName: 'c', value: 'y' }])).toEqual({ ids: [3], same: [false], errors: [] });
  });

  it('one that says something else and names no id is new', () => {
    expect(idsOf([{ fieldName: 'a', value: 'y' }]).ids).toEqual([null]);
  });

  it('an id that is not the rule’s, or comes twice, is a mistake at its place', () => {
    const sent = [
      { id: 1, fieldName: 'a', value: 'x' },
      { id: 1, fieldName: 'a', value: 'x' },
      { id: 9, fieldName: 'a', value: 'x' },
    ];
    expect(idsOf(sent).errors).toEqual(['actions.1.id', 'actions.2.id']);
  });
});
