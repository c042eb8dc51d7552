import { invalid } from './problem';

/** The members of a JSON object in a control request. A missing member and null are undefined. @throws Problem that names a member of another type */
export class Fields {
  readonly members: Readonly<Record<string, unknown>>;

  /** @param name of the object, in the message */
  constructor(body: unknown, name = 'the body') {
    const given = body ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) throw invalid(`${name} must be a JSON object`);
    this.members = given as Readonly<Record<string, unknown>>;
  }

  text(name: string): string | undefined {
    return this.read(name, 'a string', (value) => typeof value === 'string');
  }

  /** A text that is not empty. */
  required(name: string): string {
    const text = this.text(name);
    if (text === undefined || text === '') throw invalid(`${name} is required`);
    return text;
  }

  integer(name: string): number | undefined {
    const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
    return this.read(name, 'an integer from 0', isCount);
  }

  number(name: string): number | undefined {
    return this.read(name, 'a number', (value) => typeof value === 'number');
  }

  boolean(name: string): boolean | undefined {
    return this.read(name, 'true or false', (value) => typeof value === 'boolean');
  }

  list(name: string): readonly unknown[] | undefined {
    return this.read(name, 'a list', (value): value is unknown[] => Array.isArray(value));
  }

  object(name: string): Readonly<Record<string, unknown>> | undefined {
    return this.members[name] === undefined ? undefined : new Fields(this.members[name], name).members;
  }

  oneOf<Value extends string>(name: string, allowed: readonly Value[]): Value | undefined {
    const isAllowed = (value: unknown): value is Value => allowed.some((one) => one === value);
    return this.read(name, `one of ${allowed.join(', ')}`, isAllowed);
  }

  private read<Value>(
    name: string,
    wanted: string,
    isRight: (value: unknown) => value is Value,
  ): Value | undefined {
    const value = this.members[name] ?? undefined;
    if (value === undefined || isRight(value)) return value;
    throw invalid(`${name} must be ${wanted}`);
  }
}

/**
 * Reads a company's behaviour: members in snake case, each of the type that the usual behaviour has, or one of `choices`.
 * A member that the body does not name is as usual. @throws Problem
 */
export function behaviourFrom<Behaviour extends object>(
  usual: Behaviour,
  body: unknown,
  choices: { readonly [Member in keyof Behaviour]?: readonly unknown[] } = {},
): Behaviour {
  const known = Object.keys(usual) as (keyof Behaviour & string)[];
  const changes = Object.entries(new Fields(body).members).map(([name, value]): [string, unknown] => {
    const field = known.find((one) => snakeCase(one) === name);
    if (field === undefined) throw invalid(`${name} is not known`);
    checkValue(name, value, usual[field], choices[field]);
    return [field, value];
  });
  return { ...usual, ...Object.fromEntries(changes) };
}

function checkValue(
  name: string,
  value: unknown,
  usual: unknown,
  choices: readonly unknown[] | undefined,
): void {
  if (choices) {
    if (!choices.includes(value)) throw invalid(`${name} must be one of ${choices.join(', ')}`);
  } else if (typeof value !== typeof usual || (typeof value === 'number' && !Number.isInteger(value))) {
    throw invalid(`${name} must be a ${typeof usual}`);
  }
}

/** `amountsAsNumbers` is `amounts_as_numbers`, `version2` is `version_2`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);
}
