import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './testing/deployments';
import { applied, changePage } from './testing/page-copy';

const FOLDER = 'docs/contribute';
const PAGES = readdirSync(path.join(ROOT, FOLDER)).filter((file) => file.endsWith('.md'));
const textOf = (page: string) => readFileSync(path.join(ROOT, FOLDER, page), 'utf8');
const BLOCK = /^ *```[\s\S]*?^ *```$/gm;

/** What a page about something new calls it: there is no such file and no such name. */
const INVENTED: Readonly<Record<string, RegExp>> = {
  'adding-a-destination.md': /ledger/i,
  'adding-a-provider.md': /provider-?d/i,
};

const FOLDERS = ['apps', 'libs', 'tools', 'bench', 'deploy', 'docs'];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !/(^|\/)node_modules(\/|$)/.test(file))
    .map((file) => `/${folder}/${file}`),
);

/** Every word of the sources. */
const words = new Set(
  files
    .filter((file) => /\.(tsx?|[cm]js)$/.test(file))
    .flatMap((file) => readFileSync(path.join(ROOT, file), 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []),
);

/** Names in code of a page's prose: of its files, and of those in its code that are two words at least. Not what its own blocks add. */
function namesIn(page: string): {
  readonly paths: readonly string[];
  readonly identifiers: readonly string[];
} {
  const text = textOf(page);
  const blocks = (text.match(BLOCK) ?? []).join('\n');
  const isOurs = (name: string) => !blocks.includes(name) && !INVENTED[page]?.test(name);
  const spans = [...text.replaceAll(BLOCK, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return {
    paths: spans
      .filter((span) =>
        /^[\w-][\w.-]*(\/[\w.-]+)*(\/|\.(tsx?|[cm]js|md))$|^[\w.-]+(\/[\w.-]+){2,}$/.test(span),
      )
      .filter(isOurs),
    identifiers: spans.flatMap((span) => span.match(/\w*[a-z][A-Z]\w*/g) ?? []).filter(isOurs),
  };
}

describe.each(PAGES)('docs/contribute/%s', (page) => {
  it('names code that is there', () => {
    const { paths, identifiers } = namesIn(page);
    const isThere = (name: string) =>
      existsSync(path.join(ROOT, name)) || files.some((file) => file.includes(`/${name.replace(/\/$/, '')}`));
    expect({
      paths: paths.filter((name) => !isThere(name)),
      identifiers: identifiers.filter((name) => !words.has(name)),
    }).toEqual({ paths: [], identifiers: [] });
  });
});

const PLAYED = PAGES.filter((page) =>
  /<!-- run by: tools\/(adding\.e2e|contribute\.unit)\.test\.ts -->/.test(textOf(page)),
);

// tools/adding.e2e.test.ts follows them as a reader does; this takes a second.
it.each(PLAYED)('each diff of docs/contribute/%s applies', (page) => {
  const texts = new Map<string, string>();
  for (const edit of changePage(page).edits) {
    const file = path.join(ROOT, edit.file);
    const before = texts.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : null);
    texts.set(file, applied(before, edit));
  }
  expect(texts.size).toBeGreaterThan(0);
});

it('docs/contribute/adding-a-resource.md names every source that names its resource, and no other', () => {
  const source = /^(?:apps\/[\w-]+|libs\/contracts)\/src\/\S+\.(?:ts|sql)$/;
  const spans = [...textOf('adding-a-resource.md').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const naming = files
    .map((file) => file.slice(1))
    .filter((file) => source.test(file))
    .filter((file) => /reprocessing/i.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect([...new Set(spans.filter((span) => source.test(span)))].sort()).toEqual(naming.sort());
});
