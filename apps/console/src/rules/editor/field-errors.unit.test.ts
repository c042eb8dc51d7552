import { ApiError } from '@tributary/client';
import { fieldErrorsOf, positionIn } from './field-errors';

describe('what is wrong with a rule', () => {
  it('is found by its path, whether it was saved or tried', () => {
    const error = new ApiError(422, 'Invalid.', { 'rule.actions.0.value': ['Unknown.'], name: ['Blank.'] });
    expect(fieldErrorsOf(error)).toEqual({ 'actions.0.value': 'Unknown.', name: 'Blank.' });
    expect(fieldErrorsOf(new Error('no network'))).toEqual({});
  });

  it('is shown where it is in a template', () => {
    expect(positionIn('undefined filter: shout at line 2, column 5')).toEqual({ line: 2, column: 5 });
    expect(positionIn('The value is too long.')).toBeNull();
  });
});
