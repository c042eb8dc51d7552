/** The endpoint's URL, parsed once for all deliveries. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

export function targetOf(url: string): Target {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}
