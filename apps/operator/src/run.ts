import { Command, CommanderError } from 'commander';
import { ConfigurationError, Environment } from '@tributary/service';
import { Pool } from 'pg';
import { checkConsistency } from './consistency/check-consistency';
import { dropDeadLetter, findDeadLetter, listDeadLetters } from './dead-letters/dead-letters';
import { OperatorConfig, readOperatorConfig, serviceNamed } from './operator.config';
import { askService, RequestFailed } from './requests/ask-service';
import { readStandings } from './standing/standing';

export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

const CONSOLE: Output = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
};

/** `npx tributary …`: what an operator does by hand. @returns the exit code: 0 where all is well, 1 where not */
export async function run(
  words: readonly string[],
  environment: Environment,
  output = CONSOLE,
): Promise<number> {
  const outcome = { code: 0 };
  try {
    await commands(environment, output, outcome).parseAsync(['node', 'tributary', ...words]);
    return outcome.code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode; // told already
    output.err(lineOf(error));
    return 1;
  }
}

function commands(environment: Environment, { out, err }: Output, outcome: { code: number }): Command {
  const program = new Command('tributary')
    .description('What an operator does by hand: see how the services stand, and mend what they set aside.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => out(text.trimEnd()), writeErr: (text) => err(text.trimEnd()) });
  const withDatabase = (work: (pool: Pool, config: OperatorConfig) => Promise<void>) =>
    onDatabase(readOperatorConfig(environment), work);

  program
    .command('status')
    .description('outbox, dead letters, consumers: service by service')
    .action(() =>
      withDatabase(async (pool, config) => {
        for (const standing of await readStandings(pool, config)) out(JSON.stringify(standing));
      }),
    );

  program
    .command('check')
    .description('hold the five schemas against each other; exit code 1 where they differ')
    .option('--settle-seconds <n>', 'how long a difference may last while messages are under way', '5')
    .action(({ settleSeconds }: { settleSeconds: string }) =>
      withDatabase(async (pool) => {
        const settleMs = Number(settleSeconds) * 1000;
        const findings = await checkConsistency(pool, { settleMs, say: out });
        for (const finding of findings) out(JSON.stringify(finding));
        if (findings.length > 0) outcome.code = 1;
      }),
    );

  const letters = program.command('dead-letters').description('what consumers could not take');
  letters
    .command('list')
    .argument('[service]', 'of one service only')
    .action((service?: string) =>
      withDatabase(async (pool) => {
        const lines = await listDeadLetters(pool, service === undefined ? undefined : serviceNamed(service));
        for (const line of lines) out(JSON.stringify(line));
        if (lines.length === 0) out('no dead letters');
      }),
    );
  letters
    .command('show')
    .description('the whole message: it holds personal data')
    .argument('<service>')
    .argument('<id>')
    .action((service: string, id: string) =>
      withDatabase(async (pool) => {
        const letter = await findDeadLetter(pool, serviceNamed(service), Number(id));
        if (!letter) throw new RequestFailed(`${service} has no dead letter ${id}`);
        out(JSON.stringify(letter, null, 2));
      }),
    );
  letters
    .command('replay')
    .description('hand them to the running service again; never overwrites anything newer')
    .argument('<service>')
    .argument('[ids...]', 'all that wait where none is given')
    .action((service: string, ids: string[]) =>
      withDatabase(async (pool) => {
        const name = serviceNamed(service);
        const waiting = (await listDeadLetters(pool, name)).map(({ id }) => Number(id));
        const chosen = ids.length === 0 ? waiting : ids.map(Number);
        const unknown = chosen.find((id) => !waiting.includes(id));
        if (unknown !== undefined)
          throw new RequestFailed(`${service} has no dead letter ${unknown} that waits`);
        if (chosen.length === 0) return out('no dead letters');
        const answer = await askService(pool, {
          service: name,
          kind: 'replay-dead-letters',
          parameters: { ids: chosen },
          say: out,
        });
        out(answer);
        if (!answer.endsWith(', 0 failed again')) outcome.code = 1;
      }),
    );
  letters
    .command('drop')
    .description('forget one for good')
    .argument('<service>')
    .argument('<id>')
    .action((service: string, id: string) =>
      withDatabase(async (pool) => {
        const isDropped = await dropDeadLetter(pool, serviceNamed(service), Number(id));
        if (!isDropped) throw new RequestFailed(`${service} has no dead letter ${id} that waits`);
        out(`dropped ${id}`);
      }),
    );
  return program;
}

async function onDatabase(
  config: OperatorConfig,
  work: (pool: Pool, config: OperatorConfig) => Promise<void>,
): Promise<void> {
  const pool = new Pool({
    connectionString: config.adminUrl,
    max: 4,
    application_name: 'tributary operator',
  });
  pool.on('error', () => undefined); // whoever uses the connection gets the error
  try {
    await work(pool, config);
  } finally {
    await pool.end();
  }
}

/** One line, and never the URL: it holds the password. */
function lineOf(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof RequestFailed) return error.message;
  const { code, message } = { code: '', message: '', ...(typeof error === 'object' ? error : {}) };
  return `failed: ${[code, message].filter(Boolean).join(': ') || 'for an unknown reason'}`;
}
