/**
 * Items of a list that are JSON text already, as the database wrote it. They stand in an envelope like any other
 * items; the server sends their text as it is.
 */
export class JsonItems {
  constructor(private readonly items: readonly string[]) {}

  get length(): number {
    return this.items.length;
  }

  get text(): string {
    return `[${this.items.join(',')}]`;
  }

  /** For whoever writes JSON without knowing them: right, and as slow as without them. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The JSON text of a body; a list's items that are text already are not read again. */
export function jsonText(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('data' in body) || !(body.data instanceof JsonItems)) {
    return JSON.stringify(body);
  }
  const { data, ...others } = body;
  const members = JSON.stringify(others).slice(1);
  return `{"data":${data.text}${members === '}' ? '' : ','}${members}`;
}
