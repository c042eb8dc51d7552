import { SERVICES } from '@tributary/contracts';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './testing/deployments';
import { READ_BY_LIBRARIES, settingsOf } from './testing/service-settings';

const SERVICE_SECTIONS = ['Domain model', 'Owns', 'Consumes', 'Publishes', 'What happens on failure'];

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...markdownIn('docs'),
  ...markdownIn('deploy'),
  ...markdownIn('apps'),
  ...markdownIn('libs'),
];

/** References are looked up, not read. */
const LONGER = /^docs\/reference\//;

/** A file of ours in code, or a folder within another one; a single name with a slash may be anything's. */
const PATH = /`((?:[a-z0-9.-]+\/)+[a-z0-9.-]+(?:\.ts|\/))`/g;

function markdownIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => path.join(folder, file));
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

const ALL_OTHERS = 'Every service but api-gateway';

/** The names that settings.md has for a service: those of every service, and its own; limits.md has the gateway's limits. */
function documentedSettings(service: string): string[] {
  const sections = read('docs/reference/settings.md').split(/^## /m);
  const headings = ['Every service', service, ...(service === 'api-gateway' ? [] : [ALL_OTHERS])];
  const relevant = sections.filter((text) => headings.some((heading) => text.startsWith(`${heading}\n`)));
  if (service === 'api-gateway') relevant.push(read('docs/reference/limits.md'));
  const rows = relevant.flatMap((text) => [...text.matchAll(/^\| `([A-Z_]+)`/gm)]);
  return rows.map(([, name = '']) => name).sort();
}

describe('the documents', () => {
  it('link only to files, headings and anchors that exist', () => {
    const links = path.join(ROOT, 'tools/docs/source-links.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [links], { encoding: 'utf8' });
    expect({ status, broken: stdout, stderr }).toEqual({ status: 0, broken: '', stderr: '' });
  });

  it.each(documents.filter((file) => !LONGER.test(file)))('%s has at most 300 lines', (file) => {
    expect(read(file).split('\n').length).toBeLessThanOrEqual(300);
  });

  it.each(SERVICES)(
    'name exactly the settings that %s reads, in the tables that `npm run docs` makes',
    (service) => {
      const readByIt = [...new Set([...settingsOf(service), ...READ_BY_LIBRARIES])].sort();
      expect(documentedSettings(service)).toEqual(readByIt);
    },
  );

  it.each(documents.filter((file) => /^(apps|libs)\/[^/]+\/README\.md$/.test(file)))(
    '%s names files and folders that exist',
    (readme) => {
      const roots = ['', 'src', 'test'].map((folder) => path.join(ROOT, path.dirname(readme), folder));
      const paths = [...read(readme).matchAll(PATH)].map(([, named = '']) => named);
      const missing = paths.filter(
        (named) => ![ROOT, ...roots].some((root) => existsSync(path.join(root, named))),
      );
      expect(missing).toEqual([]);
    },
  );

  it.each(SERVICES)('describe %s under the headings that every service has', (service) => {
    const headings = [...read(`apps/${service}/README.md`).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(headings).toEqual(expect.arrayContaining(SERVICE_SECTIONS));
  });
});

describe('the decisions', () => {
  const pages = markdownIn('docs/decisions').filter((file) => !file.endsWith('README.md'));

  it('are at most 45, each with its status, the date of its last change and its reasons', () => {
    expect(pages.length).toBeLessThanOrEqual(45);
    const form =
      /^# .+\n\nStatus: .+ · Last changed: \d{4}-\d\d-\d\d\n\n## Context\n[^]+\n## Decision\n[^]+\n## Why\n[^]+\n## Rejected\n/;
    expect(pages.filter((file) => !form.test(read(file)))).toEqual([]);
  });

  it('are each in their index, and linked from the code or page that needs them', () => {
    const words = ['grep', '-hoIE', 'decisions/[a-z-]+\\.md', '--', '.', ':!docs/decisions'];
    const { stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
    const index = read('docs/decisions/README.md');
    const lost = pages.filter(
      (file) => !stdout.includes(file.slice('docs/'.length)) || !index.includes(`(${path.basename(file)})`),
    );
    expect(lost).toEqual([]);
  });
});
