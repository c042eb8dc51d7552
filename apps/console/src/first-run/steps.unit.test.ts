import { stepStates } from './steps';

describe('the first steps', () => {
  it.each([
    [{ institutions: 0, accounts: 0, destinations: 0 }, ['next', 'later', 'later']],
    [{ institutions: 900, accounts: 0, destinations: 0 }, ['done', 'next', 'later']],
    [{ institutions: 900, accounts: 3, destinations: 0 }, ['done', 'done', 'next']],
    [{ institutions: 900, accounts: 3, destinations: 1 }, ['done', 'done', 'done']],
    [{ institutions: 0, accounts: 1, destinations: 0 }, ['done', 'done', 'next']],
    [{ institutions: 900, accounts: 0, destinations: 1 }, ['done', 'next', 'done']],
    [{ institutions: undefined, accounts: undefined, destinations: 0 }, ['reading', 'reading', 'next']],
  ] as const)('are, with %j, %j', (progress, states) => {
    expect(Object.values(stepStates(progress))).toEqual(states);
  });
});
