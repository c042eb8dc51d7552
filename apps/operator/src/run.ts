import { ApiError } from '@tributary/client';
import { BackupFailed, ConfigurationError, Environment } from '@tributary/service';
import { Command, CommanderError } from 'commander';
import { backupCommands } from './backup/backup.command';
import { backupFolderCommands } from './backup/folder/backup-folder.command';
import { lineOfApiError } from './administration/administration';
import { CommandLine, connections, Output } from './command-line';
import { checkCommand } from './consistency/check.command';
import { deadLetterCommands } from './dead-letters/dead-letters.command';
import { reEncryptCommand } from './keys/re-encrypt.command';
import { queryModelCommands } from './query-model/query-model.command';
import { RequestFailed } from './requests/request-service';
import { logCommand } from './administration/log.command';
import { statusCommand } from './status/status.command';
import { syncCommands } from './syncs/sync.command';
import { accessCommands } from './users/accesses.command';
import { invitationCommands } from './users/invitations.command';
import { userCommands } from './users/users.command';
import { webhookCommands } from './webhooks/webhooks.command';

const CONSOLE: Output = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
};

/**
 * Runs `npx tributary …`, the commands for operators.
 * @returns the exit code: 0 on success, else 1
 */
export async function run(
  words: readonly string[],
  environment: Environment,
  output = CONSOLE,
): Promise<number> {
  const outcome = { code: 0 };
  try {
    await program(environment, output, outcome).parseAsync(['node', 'tributary', ...words]);
    return outcome.code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode; // already shown
    output.err(lineOf(error));
    return 1;
  }
}

/** Declares the commands with their options; the documentation lists them. */
export function program(
  environment: Environment = {},
  { out, err }: Output = CONSOLE,
  outcome: { code: number } = { code: 0 },
): Command {
  const root = new Command('tributary')
    .description('Commands for operators: show the state of the services, repair them, and manage users.')
    .addHelpText(
      'after',
      '\n`tributary serve` runs the whole product on this machine: see `tributary serve --help`.',
    )
    .exitOverride()
    .configureOutput({ writeOut: (text) => out(text.trimEnd()), writeErr: (text) => err(text.trimEnd()) });
  const line: CommandLine = {
    program: root,
    out,
    notWell: () => (outcome.code = 1),
    ...connections(environment, out),
  };
  statusCommand(line);
  checkCommand(line);
  deadLetterCommands(line);
  syncCommands(line);
  webhookCommands(line);
  queryModelCommands(line);
  userCommands(line);
  invitationCommands(line);
  accessCommands(line);
  reEncryptCommand(line);
  backupCommands(line);
  backupFolderCommands(line);
  logCommand(line);
  return root;
}

/** Returns an error as one line, without the URL, which contains the password. */
function lineOf(error: unknown): string {
  const isMendable = [ConfigurationError, RequestFailed, BackupFailed].some((kind) => error instanceof kind);
  if (error instanceof ApiError) return lineOfApiError(error);
  if (error instanceof Error && isMendable) return error.message;
  const { code, message } = { code: '', message: '', ...(typeof error === 'object' ? error : {}) };
  return `failed: ${[code, message].filter(Boolean).join(': ') || 'for an unknown reason'}`;
}
