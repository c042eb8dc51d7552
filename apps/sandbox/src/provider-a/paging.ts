import type { FastifyRequest } from 'fastify';
import { countIn } from '../server/query';
import { fieldProblem } from './problem';

const DEFAULT_LIMIT = 100;

/** `{count, next, previous, results}` by `limit` and `offset`. */
export function pageOf<Item>(request: FastifyRequest, items: readonly Item[]): object {
  const query = request.query as Record<string, string | undefined>;
  const count = (field: string): number | undefined =>
    countIn(query[field], () => fieldProblem(field, 'Invalid value', 'A valid integer is required.'));
  const limit = count('limit') ?? DEFAULT_LIMIT;
  const offset = count('offset') ?? 0;
  const path = `${request.protocol}://${request.host}${request.url.split('?')[0]}`;
  const linkTo = (start: number): string => `${path}?limit=${limit}&offset=${start}`;
  return {
    count: items.length,
    next: offset + limit < items.length ? linkTo(offset + limit) : null,
    previous: offset > 0 ? linkTo(Math.max(0, offset - limit)) : null,
    results: items.slice(offset, offset + limit),
  };
}
