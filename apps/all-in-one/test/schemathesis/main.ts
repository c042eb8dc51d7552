import { workspaceRoot } from '@tributary/testing';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openTestResources } from '../../../../libs/testing/src/jest/test-resources';
import { AttackedSystem } from '../attacks/attacked-system';
import { acceptedFailures, unusedEntries } from './accepted-failures';
import { fillApi } from './filled-api';
import { configText, identitiesText } from './run-config';

const IS_FULL = Boolean(process.env['FULL']);
const MINUTES = Number(process.env['SCHEMATHESIS_MINUTES'] ?? (IS_FULL ? 60 : 3));
const SEED = Number(process.env['SEED'] ?? (IS_FULL ? Math.floor(Math.random() * 2 ** 31) : 1));
const MINUTE_S = 60;

/** High limits, because lower ones would hide findings. */
const NO_LIMITS = {
  RATE_LIMIT_PER_MINUTE: '1000000000',
  RATE_LIMIT_REFUSALS_PER_MINUTE: '1000000000',
  WEBHOOK_ENDPOINT_LIMIT_PRO: '100000',
  AUTOMATION_ENDPOINT_LIMIT_PRO: '100000',
};

/**
 * Starts the product as one process with the sandbox's bank and users with data. Schemathesis sends valid and invalid
 * requests according to the OpenAPI document, and every undocumented response fails the run.
 */
async function main(schemathesis: string): Promise<boolean> {
  const root = workspaceRoot();
  const folder = path.join(root, '.data/schemathesis/run');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const resources = await openTestResources({ root });
  Object.assign(process.env, resources.environment);
  const system = await AttackedSystem.start('one process', { overrides: NO_LIMITS });
  try {
    const filled = await fillApi(system);
    const accepted = acceptedFailures();
    const file = (name: string) => path.join(folder, name);
    writeFileSync(file('accepted.json'), JSON.stringify(accepted, null, 2));
    writeFileSync(file('identities.json'), identitiesText(filled));
    writeFileSync(file('hooks.py'), readFileSync(path.join(__dirname, 'hooks.py')));
    writeFileSync(file('schemathesis.toml'), configText(filled));
    const status = await run(
      schemathesis,
      folder,
      [
        `${system.url}/api/v1/openapi.json`,
        `--url=${system.url}/api/v1`,
        `--seed=${SEED}`,
        `--max-time=${MINUTES * MINUTE_S}`,
        '--baseline=accepted.json',
        '--baseline-prune',
        '--report=json',
        '--report-json-path=report.json',
        ...process.argv.slice(3),
      ],
      filled.ownTokenId,
    );
    if (status !== 0) writeFileSync(file('product.log'), system.logs());
    const unused = unusedEntries(accepted, readFileSync(file('accepted.json'), 'utf8'));
    for (const { operation, check } of unused) {
      process.stderr.write(`No longer needed in accepted-failures.json: ${operation}, ${check}\n`);
    }
    return status === 0 && unused.length === 0;
  } finally {
    await system.stop();
    await resources.close();
  }
}

/**
 * Runs a program.
 * @returns its exit code
 */
function run(
  program: string,
  folder: string,
  args: readonly string[],
  ownTokenId: string,
): Promise<number | null> {
  const environment = {
    ...process.env,
    OWN_TOKEN_ID: ownTokenId,
    SCHEMATHESIS_HOOKS: 'hooks',
    PYTHONPATH: folder,
  };
  const child = spawn(program, ['--config-file=schemathesis.toml', 'run', ...args], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
}

const [, , schemathesis] = process.argv;
if (schemathesis === undefined) throw new Error('name the program: run `npm run schemathesis`');
main(schemathesis).then(
  (isGood) => process.exit(isGood ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);
