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

describe('matching the actions of a changed rule', () => {
  it('keeps actions with the same content, in any order; each is matched once', () => {
    const sent = [
      { fieldName: 'b', value: null },
      ...Array.from({ length: 3 }, () => ({ fieldName: 'a', value: 'x' })),
    ];
    expect(idsOf(sent).ids).toEqual([3, 1, 2, null]);
  });

  it('an id matches its action, also if its content changed', () => {
    expect(idsOf([{ id: 3, fieldName: 'c', value: 'y' }])).toEqual({ ids: [3], same: [false], errors: [] });
  });

  it('other content without an id is a new action', () => {
    expect(idsOf([{ fieldName: 'a', value: 'y' }]).ids).toEqual([null]);
  });

  it('an id of another rule, or a repeated one, is an error at its path', () => {
    const sent = [
      { id: 1, fieldName: 'a', value: 'x' },
      { id: 1, fieldName: 'a', value: 'x' },
      { id: 9, fieldName: 'a', value: 'x' },
    ];
    expect(idsOf(sent).errors).toEqual(['actions.1.id', 'actions.2.id']);
  });
});
