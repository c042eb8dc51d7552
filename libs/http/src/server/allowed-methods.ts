interface PathPattern {
  readonly parts: readonly string[];
  readonly expression: RegExp;
  readonly methods: Set<string>;
}

/** The methods of each path, from the registered routes. */
export class AllowedMethods {
  private readonly byPath = new Map<string, PathPattern>();
  private readonly moreLiteral = new Map<string, readonly PathPattern[]>();

  /** @param path as the router has it: `/rules/:ruleId`, `/oauth/*` */
  add(methods: string | readonly string[], path: string): void {
    const pattern = this.byPath.get(path) ?? newPattern(path);
    for (const method of [methods].flat()) pattern.methods.add(method);
    this.byPath.set(path, pattern);
    this.moreLiteral.clear();
  }

  /**
   * The methods that a path supports instead; null if it supports the method, or if there is no such path. A path with a
   * literal part (`/rules/fields`) is never one that has a variable there (`/rules/:ruleId`).
   * @param route the path of the route that the router found for the method, if any
   */
  insteadOf(method: string, path: string, route: string | undefined): string[] | null {
    const literal = this.byPath.get(path);
    const patterns = literal ? [literal] : mostLiteral(this.otherPatterns(route), path);
    const methods = new Set(patterns.flatMap((one) => [...one.methods]));
    return methods.size === 0 || methods.has(method) ? null : [...methods].sort();
  }

  /**
   * Returns all patterns if the router found no route; otherwise the patterns that have priority over that route for
   * its path.
   */
  private otherPatterns(route: string | undefined): readonly PathPattern[] {
    if (route === undefined) return [...this.byPath.values()];
    const known = this.moreLiteral.get(route);
    if (known) return known;
    const parts = route.split('/');
    const found = [...this.byPath.values()].filter(
      (one) =>
        !one.parts.includes('*') && rankOf(one.parts) < rankOf(parts) && mayBeTheSame(one.parts, parts),
    );
    this.moreLiteral.set(route, found);
    return found;
  }
}

function newPattern(path: string): PathPattern {
  return { parts: path.split('/'), expression: expressionOf(path), methods: new Set() };
}

/** The patterns that fit the path and rank first by their literal parts. */
function mostLiteral(patterns: readonly PathPattern[], path: string): PathPattern[] {
  const fitting = patterns.filter(({ expression }) => expression.test(path));
  const [first] = fitting.map(({ parts }) => rankOf(parts)).sort();
  return fitting.filter(({ parts }) => rankOf(parts) === first);
}

/** Sorts literal parts before variables, and these before wildcards, from left to right. */
function rankOf(parts: readonly string[]): string {
  return parts.map((part) => (part === '*' ? '2' : part.startsWith(':') ? '1' : '0')).join('');
}

function mayBeTheSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((part, at) => {
    const other = others[at] ?? '';
    return part === other || part.startsWith(':') || other.startsWith(':');
  });
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
