import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pagesIn } from './confine.mjs';

/**
 * Every link of the built site that leads to no page, file or anchor of it.
 * @param directory the built site
 * @param base the path that it is served at
 */
export function brokenLinks(directory, base) {
  const pages = new Map(pagesIn(directory).map((file) => [file, readFileSync(file, 'utf8')]));
  const anchors = new Map([...pages].map(([file, html]) => [file, anchorsOf(html)]));
  return [...pages].flatMap(([file, html]) =>
    [...html.matchAll(/(?:href|src)="([^"]+)"/g)]
      .map(([, target]) => target.replaceAll('&amp;', '&'))
      .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(target, file))
      .map((target) => `${path.relative(directory, file)} → ${target}`),
  );

  function leadsSomewhere(target, from) {
    const [where, anchor] = target.split('#');
    const file = where === '' ? from : fileAt(where, from);
    if (file === null) return false;
    return !anchor || (anchors.get(file)?.has(decodeURIComponent(anchor)) ?? false);
  }

  function fileAt(where, from) {
    if (where.startsWith('/') && !where.startsWith(base)) return null;
    const relative = where.startsWith('/')
      ? where.slice(base.length)
      : path.join(path.dirname(path.relative(directory, from)), where);
    const at = path.join(directory, decodeURIComponent(relative));
    return (
      [at, `${at}.html`, path.join(at, 'index.html')].find(
        (file) => /\.\w+$/.test(file) && existsSync(file),
      ) ?? null
    );
  }
}

function anchorsOf(html) {
  return new Set([...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id]) => id.replaceAll('&amp;', '&')));
}
