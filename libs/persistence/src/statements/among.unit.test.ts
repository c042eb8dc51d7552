import { among } from './among';

it.each([
  [[], '= $1::bigint', null],
  [[7], '= $1::bigint', 7],
  [[7, 7], '= $1::bigint', 7],
  [[7, 8, 7], '= any($1::bigint[])', [7, 8]],
])('%j is compared by %s', (ids, sql, value) => {
  expect(among(ids)).toEqual({ sql, value });
});
