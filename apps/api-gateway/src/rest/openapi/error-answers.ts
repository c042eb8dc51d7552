import { TSchema, Type } from '@sinclair/typebox';
import { ErrorMessage, PlanLimitError, ValidationError } from '@tributary/http';
import { component } from './components';

const Message = component('ErrorMessage', ErrorMessage);
const Invalid = component('ValidationError', ValidationError);
const PlanLimit = component('PlanLimitError', PlanLimitError);

export interface ErrorAnswer {
  readonly status: number;
  readonly description: string;
  readonly schema: TSchema;
}

/** A header that every such response has. */
const always = (
  name: string,
  schema: { readonly type: 'string' | 'integer'; readonly minimum?: number },
) => ({
  headers: { [name]: { required: true, schema } },
});
const RETRY_AFTER = always('Retry-After', { type: 'integer', minimum: 1 });

export const UNAUTHENTICATED = {
  status: 401,
  description: 'The token is missing, expired or revoked.',
  schema: Message,
  ...always('WWW-Authenticate', { type: 'string' }),
};
export const APP_UNAUTHENTICATED = {
  ...UNAUTHENTICATED,
  description: 'The app’s client id and secret are missing or wrong, or it manages no users.',
};
export const FORBIDDEN = {
  status: 403,
  description: 'The token lacks a scope that the request needs.',
  schema: Message,
};
export const OVER_PLAN_LIMIT = {
  status: 403,
  description: 'The plan limit was reached, or the token lacks a scope that the request needs.',
  schema: Type.Union([PlanLimit, Message]),
};
export const NOT_FOUND = {
  status: 404,
  description: 'There is none, or the token was not granted it.',
  schema: Message,
};
export const NOT_ACCEPTABLE = {
  status: 406,
  description: 'The request does not accept `text/event-stream`.',
  schema: Message,
};
export const CONFLICT = {
  status: 409,
  description: 'The state of the resource does not allow it.',
  schema: Message,
};
export const TOO_LARGE = {
  status: 413,
  description: 'The body, or the URL with the headers, is too large.',
  schema: Message,
};
export const NOT_JSON = { status: 415, description: 'The body is not `application/json`.', schema: Message };
export const INVALID = { status: 422, description: 'The request is not valid.', schema: Invalid };
export const RATE_LIMITED = {
  status: 429,
  description:
    'More requests than the user, the owner of the app or the network may make. See `Retry-After`.',
  schema: Message,
  ...RETRY_AFTER,
};
export const UNAVAILABLE = {
  status: 503,
  description: 'No answer in time: whether a change was carried out is not known. See `Retry-After`.',
  schema: Message,
  ...RETRY_AFTER,
};
