import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Styles that VitePress writes as attributes, as rules. Both have their final value when the page has been laid out. */
const FORMER_ATTRIBUTES = '.vp-doc>div{position:relative}\n:root{--vp-vh:0px}\n';

/**
 * Moves what VitePress and Shiki write into pages, scripts and styles, into files, so that the site works under a policy
 * that allows neither.
 * @param directory the built site
 * @param base the path that the site is served at
 * @param codeStyles the rules of highlighted code
 */
export function confine(directory, base, codeStyles) {
  const asset = (kind, text) => {
    const name = `assets/${kind}.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.${kind === 'code' ? 'css' : 'js'}`;
    writeFileSync(path.join(directory, name), text);
    return `${base}${name}`;
  };
  const styles = asset('code', `${FORMER_ATTRIBUTES}${codeStyles}`);
  for (const file of pagesIn(directory)) {
    const html = readFileSync(file, 'utf8')
      .replaceAll(
        /<script[^>]*>([^<]+)<\/script>/g,
        (_, text) => `<script src="${asset('head', text)}"></script>`,
      )
      .replaceAll(/ style="(?:position:relative|--vp-vh:0px);"/g, '')
      .replace('</head>', `<link rel="stylesheet" href="${styles}">\n  </head>`);
    writeFileSync(file, html);
  }
  const left = pagesIn(directory).flatMap(inlineParts);
  if (left.length > 0)
    throw new Error(`The policy of /docs refuses what is in its pages:\n${left.join('\n')}`);
}

/** What a page would run or style without a file. */
export function inlineParts(file) {
  const html = readFileSync(file, 'utf8');
  const found = html.matchAll(
    /<script(?![^>]*\ssrc=)[^>]*>|<style[^>]*>|\sstyle="[^"]*"|\son[a-z]+="[^"]*"/g,
  );
  return [...found].map(([part]) => `${file}: ${part.trim()}`);
}

export function pagesIn(directory) {
  return readdirSync(directory, { recursive: true })
    .filter((file) => file.endsWith('.html'))
    .map((file) => path.join(directory, file));
}
