/** Where an endpoint is, taken apart once for all that goes there. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

export function targetOf(url: string): Target {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}
