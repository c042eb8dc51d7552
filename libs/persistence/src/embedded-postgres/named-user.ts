import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors';
import type { Account } from './unprivileged-account';

/** Library directories of Debian, and of others without a folder for each architecture. */
const LIBRARIES = ['/usr/lib', '/usr/lib64'];
const WRAPPER = 'libnss_wrapper.so';

/**
 * Variables for initdb, which needs the name of its user: a user whom a container was given by number (`--user 4711`)
 * has none, and gets one from the library nss_wrapper. Empty for all others.
 * @param passwdFile file for the name, if it is needed
 * @throws EmbeddedPostgresError no-name, without that library
 */
export async function namedUser(
  account: Account | undefined,
  passwdFile: string,
): Promise<Readonly<Record<string, string>>> {
  const uid = account?.uid ?? process.getuid?.();
  const gid = account?.gid ?? process.getgid?.();
  if (uid === undefined || gid === undefined || hasName(uid)) return {};
  const library = wrapper();
  if (library === undefined) {
    throw new EmbeddedPostgresError(
      'no-name',
      `PostgreSQL does not start for user ${uid}, who has no name on this system: name the user in /etc/passwd, ` +
        `or install nss_wrapper (Debian: libnss-wrapper).`,
    );
  }
  await writeFile(passwdFile, `tributary:x:${uid}:${gid}::/:/bin/false\n`, { mode: 0o644 });
  return { LD_PRELOAD: library, NSS_WRAPPER_PASSWD: passwdFile, NSS_WRAPPER_GROUP: '/etc/group' };
}

function hasName(uid: number): boolean {
  try {
    execFileSync('id', ['-un', String(uid)], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // A system without `id` is none on which users have numbers alone.
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function wrapper(): string | undefined {
  const folders = LIBRARIES.filter((folder) => existsSync(folder)).flatMap((folder) => [
    folder,
    ...readdirSync(folder)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => path.join(folder, name)),
  ]);
  return folders.map((folder) => path.join(folder, WRAPPER)).find((file) => existsSync(file));
}
