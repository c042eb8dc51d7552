import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { compressFiles } from '../compress.mjs';
import { ROOT } from '../install.mjs';
import { brokenLinks } from './built-links.mjs';
import { confine } from './confine.mjs';
import { sitePages, siteText, titleOf } from './pages.mjs';
import { BASE, CODE_STYLES } from './site.config.mjs';

/** Where the gateway finds the built site. */
export const SITE = path.join('dist', 'docs');

const STAGED = path.join(ROOT, '.data', 'docs');
const DRAFT = path.join(ROOT, '.data', 'docs-built');

/**
 * Builds the site from the pages of the repository and from generated ones, if one of them has changed. It replaces the former site only when no
 * link is broken and nothing in it needs a weaker policy.
 * @param generated texts of further pages, by their paths on the site
 */
export async function buildSite(generated) {
  stage(generated);
  const target = path.join(ROOT, SITE);
  const wanted = fingerprint();
  const kept = path.join(target, '.fingerprint');
  if (existsSync(kept) && readFileSync(kept, 'utf8') === wanted) return;
  const { build } = await import('vitepress');
  await build(STAGED);
  confine(DRAFT, BASE, CODE_STYLES.getCSS());
  const broken = brokenLinks(DRAFT, BASE);
  if (broken.length > 0) throw new Error(`Links that lead nowhere:\n${broken.join('\n')}`);
  await compressFiles(DRAFT);
  writeFileSync(path.join(DRAFT, '.fingerprint'), wanted);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(path.dirname(target), { recursive: true });
  renameSync(DRAFT, target);
}

function stage(generated) {
  rmSync(STAGED, { recursive: true, force: true });
  const pages = sitePages();
  const texts = new Map([...pages].map(([file, page]) => [page, siteText(file, pages)]));
  for (const [page, text] of Object.entries(generated)) texts.set(page, text);
  for (const [page, text] of texts) write(page, text);
  const pictures = path.join(ROOT, 'docs/screenshots');
  if (existsSync(pictures)) cpSync(pictures, path.join(STAGED, 'public/screenshots'), { recursive: true });
  cpSync(path.join(ROOT, 'apps/console/public/logo.svg'), path.join(STAGED, 'public/logo.svg'));
  const titles = [...texts].map(([page, text]) => [page, titleOf(text)]);
  write(
    '.vitepress/config.mjs',
    `import { siteConfig } from ${JSON.stringify(path.join(ROOT, 'tools/docs/site.config.mjs'))};
export default siteConfig(new Map(${JSON.stringify(titles)}), ${JSON.stringify(DRAFT)});\n`,
  );
  write(
    '.vitepress/theme/index.mjs',
    "import Theme from 'vitepress/theme-without-fonts';\nimport './site.css';\nexport default Theme;\n",
  );
  cpSync(path.join(ROOT, 'tools/docs/site.css'), path.join(STAGED, '.vitepress/theme/site.css'));
}

/** Of everything that the built files depend on. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const folder of [STAGED, path.join(ROOT, 'tools/docs')]) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const names = files.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
    for (const name of names.filter((one) => !one.includes('/.vitepress/cache/'))) {
      hash.update(`${path.relative(ROOT, name)}\n`).update(readFileSync(name));
    }
  }
  return hash.update(readFileSync(path.join(ROOT, 'package-lock.json'))).digest('hex');
}

function write(file, text) {
  const target = path.join(STAGED, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
