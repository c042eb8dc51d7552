import { BadRequestException, HttpException, NotFoundException } from '@nestjs/common';
import { Problem, ProblemDetail, UpdateTransferLinks } from '@tributary/contracts';
import { CommandTimeoutError } from '@tributary/messaging';
import { MissingScopeError, UnauthenticatedError } from './access-errors';
import { errorResponse } from './error-response';

const problem = (detail: ProblemDetail) => errorResponse(new Problem(detail));

describe('an error becomes the interface’s answer', () => {
  it('422 with the first error and the number of the others', () => {
    const errors = { url: ['The url is wrong.'], events: ['a', 'b'] };
    expect(problem({ kind: 'invalid', errors })).toEqual({
      status: 422,
      page: null,
      body: { message: 'The url is wrong. (and 2 more errors)', errors },
    });
  });

  it('404 without further details', () => {
    const body = { message: 'Resource not found.' };
    expect(problem({ kind: 'not_found' })).toEqual({ status: 404, page: 'not-found', body });
    expect(errorResponse(new NotFoundException('Cannot GET /etc'))).toEqual({
      status: 404,
      page: 'not-found',
      body,
    });
  });

  it('403 with the numbers of a plan limit', () => {
    const { status, page, body } = problem({
      kind: 'plan_limit',
      feature: 'webhook_endpoint',
      current: 2,
      limit: 2,
    });
    expect([status, page]).toEqual([403, 'plan-limit']);
    expect(body).toEqual({
      message: expect.stringMatching(/limit.*upgrade/) as string,
      feature: 'webhook_endpoint',
      current: 2,
      limit: 2,
      formatted_limit: '2',
    });
  });

  it('409 with its reason', () => {
    expect(problem({ kind: 'conflict', message: 'Busy.' })).toEqual({
      status: 409,
      page: 'conflict',
      body: { message: 'Busy.' },
    });
  });

  it('503 with a rounded-up time to retry, if an outside system is down', () => {
    const response = problem({ kind: 'upstream', message: 'The budget is away.', retryAfterMs: 1001 });
    expect(response).toMatchObject({ status: 503, page: 'unavailable', headers: { 'retry-after': '2' } });
  });

  it('503 saying that the result is unknown, if a command was not answered', () => {
    const response = errorResponse(new CommandTimeoutError(UpdateTransferLinks));
    expect(response).toMatchObject({ status: 503, page: 'result-unknown', headers: { 'retry-after': '5' } });
    expect(response.body.message).toMatch(/not known whether/);
  });

  it('503 if the database is down', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
    const response = errorResponse(refused);
    expect(response.status).toBe(503);
    expect(JSON.stringify(response)).not.toContain('10.0.0.7');
  });

  it('401 with a challenge, 403 with the missing scope', () => {
    expect(errorResponse(new UnauthenticatedError(false)).headers).toEqual({ 'www-authenticate': 'Bearer' });
    expect(errorResponse(new MissingScopeError(['rules:read'])).body.message).toContain('rules:read');
  });

  it('422 on the body if it is not JSON; 413 and 415 with their reason', () => {
    expect(errorResponse(new BadRequestException('Unexpected token'))).toMatchObject({
      status: 422,
      body: { errors: { body: ['The body is not valid JSON.'] } },
    });
    expect(errorResponse(new HttpException('x', 413)).body).toEqual({
      message: 'The request body is too large.',
    });
    expect(errorResponse(new HttpException('x', 415)).status).toBe(415);
  });

  it.each([new Error('select secret from t'), 'a text', undefined, new HttpException('inside', 500)])(
    '500 without any text of %p',
    (error) => {
      expect(errorResponse(error)).toEqual({
        status: 500,
        page: 'internal',
        body: { message: 'The request failed because of an internal error.' },
      });
    },
  );
});
