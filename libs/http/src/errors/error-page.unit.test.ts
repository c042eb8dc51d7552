import { errorBody } from './error-page';

const urlOf = (page: string) => `https://money.example/docs/errors/${page}`;

it('adds the address of the page on the error to its body', () => {
  expect(errorBody({ message: 'Busy.', rule_log_id: '7' }, 'conflict', urlOf)).toEqual({
    message: 'Busy.',
    rule_log_id: '7',
    docs_url: 'https://money.example/docs/errors/conflict',
  });
});

it('leaves a validation alone, which says by field what to do', () => {
  const body = { message: 'No.', errors: { url: ['No.'] } };
  expect(errorBody(body, null, urlOf)).toEqual(body);
});
