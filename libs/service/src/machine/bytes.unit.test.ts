import { inWords } from './bytes';

const GIB = 2 ** 30;

it('bytes are said in megabytes and gigabytes', () => {
  expect([0, 5 * 2 ** 20, GIB, 1.25 * GIB].map(inWords)).toEqual(['0 MB', '5 MB', '1.0 GB', '1.3 GB']);
});
