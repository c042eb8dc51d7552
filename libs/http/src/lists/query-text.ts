import { Problem } from '@tributary/contracts';
import { PARAMETERS_MAX } from './list-definition';
import { RawQuery } from './parse-query';

/**
 * The parameters of a URL. Brackets may be literal or escaped; a repeated parameter is a list. @throws Problem
 * (invalid) if the text is not percent-encoded UTF-8, or has more parameters than the maximum
 */
export function readQueryText(url: string, parametersMax: number = PARAMETERS_MAX): RawQuery {
  const start = url.indexOf('?');
  const parameters = Object.create(null) as Record<string, unknown>;
  if (start === -1 || start === url.length - 1) return parameters;
  const parts = url.slice(start + 1).split('&', parametersMax + 1);
  if (parts.length > parametersMax) {
    throw Problem.invalid({ query: [`The query must have at most ${parametersMax} parameters.`] });
  }
  for (const part of parts) {
    if (part === '') continue;
    const [name = '', ...rest] = part.split('=');
    const parameter = decoded(name, name);
    add(parameters, parameter, decoded(rest.join('='), parameter));
  }
  return parameters;
}

function add(parameters: Record<string, unknown>, name: string, value: string): void {
  const known = parameters[name];
  if (known === undefined) parameters[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else parameters[name] = [known, value];
}

function decoded(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause;
    const name = parameter.slice(0, 60);
    throw Problem.invalid({ [name]: [`The parameter "${name}" is not percent-encoded UTF-8.`] });
  }
}
