/** The parsed `fields` parameter: members by name; an empty one selects everything below it. */
export type FieldMask = ReadonlyMap<string, FieldMask>;

/** Reads `a,b(c,d/e),f.g`. */
export function fieldMask(text: string): FieldMask {
  const mask: MutableMask = new Map();
  let at = 0;
  const list = (into: MutableMask): void => {
    for (;;) {
      let node = into;
      for (let separator = '.'; separator === '.' || separator === '/'; separator = text[at] ?? '') {
        if (text[at] === '.' || text[at] === '/') at += 1;
        const name = /^[\w*]+/.exec(text.slice(at))?.[0] ?? '';
        at += name.length;
        const below = node.get(name) ?? new Map<string, MutableMask>();
        node.set(name, below);
        node = below;
      }
      if (text[at] === '(') {
        at += 1;
        list(node);
        at += 1;
      }
      if (text[at] !== ',') return;
      at += 1;
    }
  };
  list(mask);
  return mask;
}

type MutableMask = Map<string, MutableMask>;

/** The selected parts of the value. */
export function masked(value: unknown, mask: FieldMask): unknown {
  if (mask.size === 0 || mask.has('*') || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((entry) => masked(entry, mask));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const below = mask.get(name);
      return below ? [[name, masked(member, below)]] : [];
    }),
  );
}
