import type { Target } from '../../api/destinations';
import { linkedFirst, linkedTargets } from './matrix-targets';

const target = (id: string, type: Target['type'] = 'BUDGETA'): Target => ({
  id,
  type,
  name: id,
  unit: null,
  currency: null,
  scope: `${type} ${id}`,
});

it('the targets that have links are named once, by their kind', () => {
  const links = [
    { destination_type: 'SHEETS', destination_id: '4' },
    { destination_type: 'BUDGETA', destination_id: '4' },
    { destination_type: 'SHEETS', destination_id: '4' },
    { destination_type: 'SHEETS', destination_id: '9' },
  ] as const;
  expect(linkedTargets(links)).toEqual(
    new Map([
      ['SHEETS', ['4', '9']],
      ['BUDGETA', ['4']],
    ]),
  );
});

it('the matrix begins with the targets that have links, and shows each once', () => {
  const others = [target('1'), target('2'), target('2', 'SHEETS')];
  expect(linkedFirst([target('2'), target('300')], others)).toEqual([
    target('2'),
    target('300'),
    target('1'),
    target('2', 'SHEETS'),
  ]);
});
