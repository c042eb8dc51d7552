/**
 * Items of a list that the database has already written as JSON text. The server sends their text unchanged inside the
 * envelope.
 */
export class JsonItems {
  constructor(private readonly items: readonly string[]) {}

  get length(): number {
    return this.items.length;
  }

  get text(): string {
    return `[${this.items.join(',')}]`;
  }

  /** JSON for writers that do not know this class: correct, but without the shortcut. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The JSON text of a body; items that are already text are not parsed again. */
export function jsonText(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('data' in body) || !(body.data instanceof JsonItems)) {
    return JSON.stringify(body);
  }
  const { data, ...others } = body;
  const members = JSON.stringify(others).slice(1);
  return `{"data":${data.text}${members === '}' ? '' : ','}${members}`;
}
