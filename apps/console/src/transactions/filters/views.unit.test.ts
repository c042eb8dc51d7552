import { viewsIn, withView } from './views';

describe('saved views', () => {
  it('are what was stored, without anything that is no view', () => {
    const stored = JSON.stringify([{ name: 'Tea', search: { search: 'tea', other: 1 } }, { name: 5 }, null]);
    expect(viewsIn(stored)).toEqual([{ name: 'Tea', search: { search: 'tea' } }]);
    for (const nothing of [null, 'no JSON', '{}']) expect(viewsIn(nothing)).toEqual([]);
  });

  it('replace one of the same name, and are in order', () => {
    const views = withView([{ name: 'Tea', search: {} }], { name: 'Cake', search: {} });
    expect(views.map(({ name }) => name)).toEqual(['Cake', 'Tea']);
    expect(withView(views, { name: 'Tea', search: { search: 'green' } })).toHaveLength(2);
  });
});
