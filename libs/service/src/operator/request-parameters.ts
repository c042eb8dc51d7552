import { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { OperatorRequestError } from './operator-desk';

/** The checked parameters of an operator's request. @throws OperatorRequestError naming the first invalid parameter */
export function readParameters<S extends TSchema>(schema: S, parameters: unknown): Static<S> {
  if (Value.Check(schema, parameters)) return parameters;
  const first = Value.Errors(schema, parameters).First();
  const name = first?.path.slice(1) || 'the request';
  throw new OperatorRequestError(`${name}: ${first?.message.toLowerCase() ?? 'not as expected'}`);
}
