import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../install.mjs';

/** Pages of the site that lie elsewhere than in docs/, by their file in the repository. */
const ELSEWHERE = {
  'CONTRIBUTING.md': 'contribute/index.md',
  'SECURITY.md': 'contribute/reporting.md',
  'CODE_OF_CONDUCT.md': 'contribute/conduct.md',
  'deploy/README.md': 'how-to/deploy.md',
  'deploy/helm/README.md': 'how-to/deploy-by-helm.md',
};

/** The READMEs of packages, by the folder of the packages. */
const READMES = { apps: 'contribute', libs: 'contribute/libraries' };

/**
 * The pages of the site: each file with its path on the site. They stay where GitHub's readers find them; only links
 * are rewritten. @throws Error if two files would be one page
 */
export function sitePages() {
  const pages = new Map();
  for (const file of markdownUnder('docs')) pages.set(file, indexed(file.slice('docs/'.length)));
  for (const [file, page] of Object.entries(ELSEWHERE))
    if (existsSync(path.join(ROOT, file))) pages.set(file, page);
  for (const [kind, folder] of Object.entries(READMES)) {
    for (const name of readdirSync(path.join(ROOT, kind))) {
      const file = `${kind}/${name}/README.md`;
      if (existsSync(path.join(ROOT, file))) pages.set(file, `${folder}/${name}.md`);
    }
  }
  const files = new Map();
  for (const [file, page] of pages) {
    if (files.has(page)) throw new Error(`${file} and ${files.get(page)} would be one page: ${page}`);
    files.set(page, file);
  }
  return pages;
}

/** A page's text for the site: links to other pages lead to those; what is not on the site stays as its words. */
export function siteText(file, pages = sitePages()) {
  return withLinks(read(file), ({ link, mark, words, target }) => {
    if (isOutside(target)) return link;
    const [linked, anchor] = target.split('#');
    const found = path.posix.join(path.posix.dirname(file), linked).replace(/\/$/, '');
    if (mark === '!') return `![${words}](/${path.posix.relative('docs', found)})`;
    const page = pages.get(found) ?? pages.get(`${found}/README.md`);
    if (page === undefined) return words;
    return `[${words}](/${page}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

/** To another host, or within the page. */
export function isOutside(target) {
  return /^[a-z]+:|^#/.test(target);
}

/** A block of code, a link (its words may have code), or code in a line. */
const PARTS =
  /^ *```[\s\S]*?^ *```$|(?<mark>!?)\[(?<words>(?:`[^`\n]+`|\[[^\]]*\]|[^[\]`])*)\]\((?<target>[^)\s]+)\)|`[^`\n]+`/gm;

/** Replaces the links of a text, but not what looks like one in code. */
export function withLinks(text, replace) {
  return text.replaceAll(PARTS, (link, ...rest) => {
    const { mark, words, target } = rest.at(-1);
    return target === undefined ? link : replace({ link, mark, words, target });
  });
}

/** The first heading, without marks of code and links. */
export function titleOf(text) {
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  return title.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
}

/** The words of each heading outside of code, without marks of links. */
export function headingsOf(text) {
  return [...text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, words]) =>
    words.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'),
  );
}

/** As GitHub names a heading's anchor, so that one link works there and on the site. */
export function slugOf(heading) {
  return heading
    .replaceAll(/<[^>]+>/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}

function indexed(page) {
  return page.replace(/(^|\/)README\.md$/, '$1index.md');
}

function read(file) {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

function markdownUnder(folder) {
  return readdirSync(path.join(ROOT, folder), { recursive: true })
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.md') && !file.includes('/.'))
    .sort();
}
