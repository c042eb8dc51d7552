import { Problem } from '@tributary/contracts';
import { RawQuery } from '@tributary/http';

/**
 * The parameters of a URL. Brackets may be literal or escaped; a repeated parameter is a list. @throws Problem
 * (invalid) if the text is not percent-encoded UTF-8
 */
export function readQueryText(url: string): RawQuery {
  const start = url.indexOf('?');
  const parameters = Object.create(null) as Record<string, unknown>;
  if (start === -1 || start === url.length - 1) return parameters;
  for (const part of url.slice(start + 1).split('&')) {
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
