import { changesOf, toggled } from './matrix-draft';

const target = { type: 'BUDGETA', id: '12' } as const;
const wanted = { financial_account_id: '7', destination_type: 'BUDGETA', destination_id: '12' };

describe('the draft of the matrix', () => {
  it('creates a link in an empty cell, and deletes the link of a full one', () => {
    const draft = toggled(toggled(new Map(), '7', target, undefined), '8', target, { id: '3' });
    expect(changesOf(draft)).toEqual({ created: [wanted], removed: ['3'] });
  });

  it('is empty again after a second click into each cell', () => {
    const draft = toggled(toggled(new Map(), '7', target, { id: '3' }), '7', target, { id: '3' });
    expect(changesOf(draft)).toEqual({ created: [], removed: [] });
  });
});
