import type { FastifyRequest } from 'fastify';

/** Form members by name; one that is sent more than once is a list. */
export type Form = Readonly<Record<string, string | string[] | undefined>>;

export function formOf(request: FastifyRequest): Form {
  return (request.body ?? {}) as Form;
}

/** Returns a member of a form as text: the first of several values, `''` if the member is absent. */
export function textOf(form: Form, name: string): string {
  const value = form[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** All values of a member. */
export function listOf(form: Form, name: string): string[] {
  const value = form[name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}
