import { failureOfAnswer, isDateRefusal } from './errors';

const REAL_REFUSAL = 'date must not be in the future or over 5 years ago (index: 17)';

const answered = (status: number, name: string, detail: string) =>
  failureOfAnswer(status, null, { error: { id: String(status), name, detail } }).detail;

it('a refused bulk names the row', () =>
  expect(answered(400, 'bad_request', REAL_REFUSAL)).toEqual({
    kind: 'refused',
    reason: REAL_REFUSAL,
    place: 17,
  }));

it('a refusal without an index names none', () =>
  expect(answered(400, 'bad_request', 'account_id is invalid')).toMatchObject({ place: null }));

it('a refused date is recognised, with and without an index', () => {
  expect(isDateRefusal(REAL_REFUSAL)).toBe(true);
  expect(isDateRefusal('date must not be in the future or over 5 years ago')).toBe(true);
  expect(isDateRefusal('date is invalid (index: 0)')).toBe(false);
});

it('an account that is gone concerns all its rows, whichever is named', () =>
  expect(answered(400, 'bad_request', 'account_id does not exist (index: 17)')).toEqual({
    kind: 'target-gone',
    reason: 'The account was deleted at BUDGETA.',
  }));

it.each([
  ['subscription_lapsed', 'subscription'],
  ['trial_expired', 'trial'],
  ['unauthorized_scope', 'does not include writing'],
  ['data_limit_reached', 'limit on the amount of its data'],
  ['some_other_kind', 'what it said'],
])('403 %s says so, and renews no credentials', (name, reason) =>
  expect(answered(403, name, 'what it said')).toEqual({
    kind: 'unauthorized',
    reason: expect.stringContaining(reason) as string,
    renewable: false,
  }),
);

it('401 may be mended by new credentials', () =>
  expect(answered(401, 'unauthorized', 'Unauthorized')).toEqual({
    kind: 'unauthorized',
    reason: 'Unauthorized',
  }));
