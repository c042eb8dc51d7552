import { ApiError } from '@tributary/client';
import { problemText } from './problem-text';

describe('what failed, in words', () => {
  it('uses the words of the API, field by field', () => {
    const error = new ApiError(422, 'The given data was invalid.', {
      name: ['name is needed'],
      day: ['no day'],
    });
    expect(problemText(error)).toEqual({
      title: 'Please correct this',
      message: 'The given data was invalid.',
      details: ['name is needed', 'no day'],
      docsUrl: null,
    });
  });

  it('names the page that says what to do', () => {
    const error = new ApiError(409, 'Busy.', {}, '/docs/errors/conflict');
    expect(problemText(error).docsUrl).toBe('/docs/errors/conflict');
  });

  it('says that there was no answer', () => {
    expect(problemText(new TypeError('Failed to fetch')).title).toBe('No answer from the server');
  });

  it('shows what is no error as it is', () => {
    expect(problemText('odd')).toMatchObject({ title: 'Something went wrong', message: 'odd' });
  });
});
