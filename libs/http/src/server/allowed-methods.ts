interface PathPattern {
  readonly expression: RegExp;
  readonly methods: Set<string>;
}

/** The methods of each path, from the registered routes. */
export class AllowedMethods {
  private readonly byPath = new Map<string, PathPattern>();

  /** @param path as the router has it: `/rules/:ruleId`, `/oauth/*` */
  add(methods: string | readonly string[], path: string): void {
    const pattern = this.byPath.get(path) ?? { expression: expressionOf(path), methods: new Set<string>() };
    for (const method of [methods].flat()) pattern.methods.add(method);
    this.byPath.set(path, pattern);
  }

  /**
   * The methods that a path supports instead; null if it supports the method, or if there is no such path. A literal
   * path (`/rules/fields`) never matches one with a variable (`/rules/:ruleId`).
   * @param route the path of the route that the router found for the method, if any
   */
  insteadOf(method: string, path: string, route: string | undefined): string[] | null {
    const literal = this.byPath.get(path);
    if (literal === undefined && route !== undefined) return null;
    const patterns = literal ? [literal] : this.matching(path);
    const methods = new Set(patterns.flatMap((one) => [...one.methods]));
    return methods.size === 0 || methods.has(method) ? null : [...methods].sort();
  }

  private matching(path: string): PathPattern[] {
    return [...this.byPath.values()].filter(({ expression }) => expression.test(path));
  }
}

function expressionOf(path: string): RegExp {
  const source = path
    .split('/')
    .map((part) => {
      if (part === '*') return '.*';
      return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    })
    .join('/');
  return new RegExp(`^${source}$`);
}
