import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors';

/** The operating system's account of the server, if the caller's own cannot run it. */
export interface Account {
  uid: number;
  gid: number;
}

/** A program with its arguments and, for a root caller, the account to become first. */
export interface Launch {
  command: string;
  args: string[];
  identity: Partial<Account>;
}

/**
 * Returns the system account for the server if the caller is root, because PostgreSQL refuses to run as root: the owner
 * of the data directory, or `postgres`, or `nobody`, which every system has. Undefined for any other caller, whose
 * account the server uses.
 */
export function unprivilegedAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = ownerOf(dataDir) ?? lookUp('postgres') ?? lookUp('nobody');
  if (account) return account;
  throw new EmbeddedPostgresError(
    'no-unprivileged-account',
    'PostgreSQL does not run as root and this system has neither a "postgres" nor a "nobody" account: ' +
      'run as another user, create one of the two, or set DATABASE_URL.',
  );
}

/**
 * Command that runs a server program as `account`. If that account cannot even enter the directories (a checkout under
 * /root), the program gets the one missing right, to pass through them.
 */
export function launchAs(
  account: Account | undefined,
  command: string,
  args: string[],
  directories: string[],
): Launch {
  if (!account) return { command, args, identity: {} };
  const closed = directories.map(firstClosedTo(account)).find((directory) => directory !== undefined);
  if (closed === undefined) return { command, args, identity: account };
  // no_setuid_fixup: the server checks with access(2), which obeys the right only under this flag.
  const passThrough = [
    '--securebits',
    '+no_setuid_fixup',
    '--inh-caps',
    '+dac_override',
    '--ambient-caps',
    '+dac_override',
  ];
  const become = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups'];
  if (spawnSync('setpriv', [...become, ...passThrough, 'true']).status !== 0) {
    throw new EmbeddedPostgresError(
      'data-directory-out-of-reach',
      `PostgreSQL does not run as root, and no other account may enter ${closed}: ` +
        'move the checkout to a directory open to others, or set DATABASE_URL.',
    );
  }
  return { command: 'setpriv', args: [...become, ...passThrough, command, ...args], identity: {} };
}

function ownerOf(dataDir: string): Account | undefined {
  const versionFile = path.join(dataDir, 'PG_VERSION');
  if (!existsSync(versionFile)) return undefined;
  const { uid, gid } = statSync(versionFile);
  return uid === 0 ? undefined : { uid, gid };
}

function lookUp(name: string): Account | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined; // id exits with 1 for an unknown account.
  }
}

/** The outermost directory of the path that the account may not enter. */
function firstClosedTo(account: Account): (directory: string) => string | undefined {
  return (directory) => {
    const above = path.dirname(directory);
    const closedAbove = above === directory ? undefined : firstClosedTo(account)(above);
    if (closedAbove !== undefined || !existsSync(directory)) return closedAbove;
    const { mode, uid, gid } = statSync(directory);
    const mayEnter = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    return (mode & mayEnter) === 0 ? directory : undefined;
  };
}
