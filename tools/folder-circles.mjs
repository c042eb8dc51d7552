/**
 * Finds folders that import each other in a circle.
 *
 * Each folder directly below `src` or `test` of an app or a library is a room, and so is each folder directly below
 * `bench` and `tools`. Folders within a room are rooms of the next floor. An import counts on the floor where the ways
 * to its two files part: `auth/oauth/a.ts` that imports `auth/sessions/b.ts` is an arc from `oauth` to `sessions` on the
 * floor `auth`. Types count like values, and unit tests like the files beside them.
 *
 * Files that lie on a floor, beside its rooms, are passages: if `auth` imports `commands.ts`, and that imports `auth`,
 * nothing is wrong, but `auth` → `commands.ts` → `identity` → `auth` is a circle. So a file that only passes on another
 * room's exports opens no way out. A service's settings (`*.config.ts`) are no passage: the file joins the settings that
 * rooms declare, and every room may read them. A circle of files without two rooms is found by `no-circular`.
 */
const FLOOR = /^(?:(?:apps|libs)\/[^/]+\/(?:src|test)|bench|tools)(?:\/|$)/;
const SETTINGS = /\.config\.ts$/;

/** @param modules of dependency-cruiser @returns the circles of each floor, with one short way round for each */
export function circlesOfFolders(modules) {
  return [...floorsOf(modules)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([floor, { folders, arcs }]) =>
      knotsOf(arcs)
        .map((knot) => knot.filter((entry) => folders.has(entry)).sort())
        .filter((rooms) => rooms.length > 1)
        .map((rooms) => ({ floor, folders: rooms, arcs: shortestWayRound(rooms, arcs) })),
    );
}

/** For each floor its rooms, and the imports from each entry (a room, or a file beside the rooms) to each other one. */
function floorsOf(modules) {
  const floors = new Map();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const parted = partOf(source, resolved);
      if (parted === null) continue;
      const floor = entryOf(floors, parted.floor, () => ({ folders: new Set(), arcs: new Map() }));
      for (const { name, isFolder } of [parted.from, parted.to]) if (isFolder) floor.folders.add(name);
      const ways = entryOf(floor.arcs, parted.from.name, () => new Map());
      entryOf(ways, parted.to.name, () => []).push({ source, resolved });
    }
  }
  return floors;
}

/** The floor where the ways to two files part, and the entry to each; null if they share none, or one is the settings. */
function partOf(source, resolved) {
  const [from, to] = [source.split('/'), resolved.split('/')];
  const shared = from.findIndex((name, at) => name !== to[at]);
  if (shared === -1) return null;
  const floor = from.slice(0, shared).join('/');
  if (!FLOOR.test(floor)) return null;
  const entries = [from, to].map((way) => ({ name: way[shared], isFolder: way.length > shared + 1 }));
  return entries.some(({ name }) => SETTINGS.test(name)) ? null : { floor, from: entries[0], to: entries[1] };
}

/** Strongly connected components (Tarjan). */
function knotsOf(arcs) {
  const knots = [];
  const found = new Map();
  const open = [];
  const visit = (entry) => {
    const state = { index: found.size, low: found.size, isOpen: true };
    found.set(entry, state);
    open.push(entry);
    for (const next of (arcs.get(entry) ?? new Map()).keys()) {
      const known = found.get(next);
      if (known === undefined) state.low = Math.min(state.low, visit(next).low);
      else if (known.isOpen) state.low = Math.min(state.low, known.index);
    }
    if (state.low === state.index) {
      const knot = open.splice(open.indexOf(entry));
      for (const one of knot) found.get(one).isOpen = false;
      knots.push(knot);
    }
    return state;
  };
  for (const entry of arcs.keys()) if (!found.has(entry)) visit(entry);
  return knots;
}

/** The way through two of the rooms and back that the fewest imports make. */
function shortestWayRound(rooms, arcs) {
  const ways = new Map(rooms.map((room) => [room, waysFrom(room, arcs)]));
  const rounds = rooms.flatMap((one, index) =>
    rooms.slice(index + 1).map((other) => [...ways.get(one).get(other), ...ways.get(other).get(one)]),
  );
  return rounds.reduce((best, round) => (importsIn(round) < importsIn(best) ? round : best));
}

const importsIn = (way) => way.reduce((sum, { imports }) => sum + imports.length, 0);

/** From one entry the way to each other one that the fewest imports make (Dijkstra). */
function waysFrom(start, arcs) {
  const ways = new Map();
  const open = new Map([[start, []]]);
  while (open.size > 0) {
    const [entry, way] = [...open].reduce((best, one) =>
      importsIn(one[1]) < importsIn(best[1]) ? one : best,
    );
    open.delete(entry);
    ways.set(entry, way);
    for (const [to, imports] of arcs.get(entry) ?? []) {
      const next = [...way, { from: entry, to, imports }];
      if (ways.has(to) || (open.has(to) && importsIn(open.get(to)) <= importsIn(next))) continue;
      open.set(to, next);
    }
  }
  return ways;
}

function entryOf(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}
