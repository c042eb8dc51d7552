import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The instructions of a Dockerfile, in order: `{ word, rest }`; continued lines are one. */
export function instructionsOf(text) {
  return text
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => ({
      word: line.slice(0, line.indexOf(' ')),
      rest: line.slice(line.indexOf(' ') + 1).trim(),
    }));
}

/**
 * Does what a Dockerfile says, without a container: each stage in an empty folder below `root`, on this machine's Node. Returns the
 * last stage's folder, environment and user, and what was left out: what reaches outside of the stage's folder.
 * @param {{file: string, context: string, root: string, environment?: Record<string, string>}} options
 */
export function runDockerfile({ file, context, root, environment = process.env }) {
  const stages = new Map();
  const leftOut = [];
  let stage;
  for (const { word, rest } of instructionsOf(readFileSync(file, 'utf8'))) {
    if (word === 'FROM') {
      const [from, , name = `stage-${stages.size}`] = rest.split(' ');
      stage = begun(path.join(root, name), stages.get(from));
      stages.set(name, stage);
      continue;
    }
    if (!stage) continue; // ARG before the first stage: which image
    const step = { word, rest, stage, stages, context, environment };
    const done = (STEPS[word] ?? (() => true))(step);
    if (!done) leftOut.push(`${word} ${rest}`);
  }
  return { ...stage, leftOut };
}

/** A stage that begins as another one ended, or empty: the files of a base image are this machine's. */
function begun(folder, base) {
  mkdirSync(folder, { recursive: true });
  if (!base) return { folder, environment: {}, user: null, command: [] };
  cpSync(base.folder, folder, { recursive: true, verbatimSymlinks: true });
  return { ...base, folder, environment: { ...base.environment } };
}

const STEPS = {
  COPY: copy,
  RUN: run,
  ENV: ({ rest, stage }) => {
    for (const [, name, quoted, plain] of rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)) {
      stage.environment[name] = quoted ?? plain;
    }
    return true;
  },
  USER: ({ rest, stage }) => {
    stage.user = Number(rest);
    return true;
  },
  CMD: ({ rest, stage }) => {
    stage.command = JSON.parse(rest);
    return true;
  },
};

function copy({ rest, stage, stages, context }) {
  const from = /^--from=(\S+) (\S+) (\S+)$/.exec(rest);
  if (rest === '. .') {
    for (const file of filesOfContext(context))
      cpSync(path.join(context, file), path.join(stage.folder, file));
    return true;
  }
  if (!from) return false;
  const [, name, source, target] = from;
  if (!source.startsWith('/tributary')) return false;
  const { folder } = stages.get(name);
  const inStage = path.join(folder, source.replace(/^\/tributary\/?/, ''));
  cpSync(inStage, path.join(stage.folder, target), { recursive: true, verbatimSymlinks: true });
  return true;
}

/** What .dockerignore lets in, of what is committed or about to be. */
function filesOfContext(context) {
  const patterns = readFileSync(path.join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: context,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => file && isLetIn(file, patterns));
}

/** As Docker reads it: the last pattern that matches counts, for the file or a folder above it. */
export function isLetIn(file, patterns) {
  let letIn = true;
  for (const pattern of patterns) {
    const isException = pattern.startsWith('!');
    const glob = isException ? pattern.slice(1) : pattern;
    const above = file.split('/').map((_part, at, parts) => parts.slice(0, at + 1).join('/'));
    if (above.some((name) => matches(name, glob))) letIn = isException;
  }
  return letIn;
}

/** The few forms that .dockerignore uses. */
function matches(name, glob) {
  const source = glob
    .replaceAll('.', '\\.')
    .replaceAll('**/', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?');
  return new RegExp(`^${source}$`).test(name);
}

function run({ rest, stage, environment }) {
  if (/(^|\s)\/(var|etc|usr|opt|tmp)\//.test(rest)) return false;
  const { status } = spawnSync('sh', ['-c', rest], {
    cwd: stage.folder,
    env: { ...environment, ...stage.environment },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`a step of the Dockerfile failed: RUN ${rest}`);
  return true;
}
