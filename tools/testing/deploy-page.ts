import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './deployments';

/** The commands of a section of deploy/README.md, block by block, as they stand there. */
export function blocksOf(title: string): string[] {
  const page = readFileSync(path.join(ROOT, 'deploy/README.md'), 'utf8');
  const [section = ''] = (page.split(`\n## ${title}\n`)[1] ?? '').split('\n## ');
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

/** The commands of any page. */
export function blocksOfPage(file: string): string[] {
  const page = readFileSync(path.join(ROOT, file), 'utf8');
  return [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

/** The example of a YAML file on a page, which names it in its first line. @throws Error if the page has none */
export function exampleOf(page: string, file: string): string {
  const blocks = readFileSync(path.join(ROOT, page), 'utf8').matchAll(/^```yaml\n# (\S+)\n(.*?)^```$/gms);
  const [, , example] = [...blocks].find(([, name]) => name === file) ?? [];
  if (example === undefined) throw new Error(`${page} has no example of ${file}`);
  return example;
}

/** What the script prints. @throws Error with the end of its output if a command fails */
export function inShell(script: string, cwd: string, words: readonly string[] = []): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script, 'page', ...words], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  });
  if (status !== 0)
    throw new Error(`${script} ${words.join(' ')}\n${stdout.slice(-2000)}${stderr.slice(-4000)}`);
  return stdout;
}
