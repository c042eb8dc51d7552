import { CredentialsOf } from '@tributary/contracts';
import {
  Admission,
  CredentialsRefusedError,
  DestinationDirectory,
  Listing,
} from '../destination-directory.port';
import { DestinationFailure } from '../destination.port';
import { CallName, Calls, ServerAccess } from './budget-process/calls';
import { BudgetbClient } from './client';
import { fromCredentials, toCredentials } from './credentials';
import { ActualFailure, reasonOf, refusedField, toDestinationFailure } from './errors';
import { toListedUnit } from './resources';

/** Directory of Actual servers: users enter a server's address and password, which give access to all its budgets. */
export class BudgetbDirectory implements DestinationDirectory<'BUDGETB'> {
  readonly oauth = null;

  constructor(private readonly client: BudgetbClient) {}

  async admit(given: CredentialsOf<'BUDGETB'>): Promise<Admission> {
    const serverUrl = normalized(given.serverUrl);
    const access = {
      serverUrl,
      password: given.password,
      encryptionPassword: given.encryptionPassword ?? null,
    };
    const files = await this.ask(access, 'files');
    const locked = files.filter(({ encrypted }) => encrypted);
    if (locked.length > 0 && locked.every(({ keyFits }) => keyFits === false)) {
      throw new CredentialsRefusedError({
        encryption_password: ['The encryption_password opens none of the encrypted budgets.'],
      });
    }
    return {
      externalUserId: serverUrl,
      credentials: toCredentials(access),
      facts: { server_url: serverUrl },
      requests: 1,
    };
  }

  async list(credentials: string): Promise<Listing<'BUDGETB'>> {
    const surveyed = await this.ask(fromCredentials(credentials), 'survey');
    return { units: surveyed.map(toListedUnit), requests: 1 };
  }

  private async ask<Name extends CallName>(access: ServerAccess, name: Name): Promise<Calls[Name]['gives']> {
    try {
      return await this.client.call(access, null, name, null);
    } catch (error) {
      if (error instanceof ActualFailure) throw answerTo(error);
      throw error;
    }
  }
}

/** Removes parts of the address that make no difference, so that one server is one connection. */
function normalized(serverUrl: string): string {
  const url = URL.canParse(serverUrl) ? new URL(serverUrl) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new CredentialsRefusedError({
      server_url: [
        'The server_url must be the http(s) address of an Actual server, without a user or a password.',
      ],
    });
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function answerTo(failure: ActualFailure): Error {
  const refused = refusedField(failure);
  if (refused) return new CredentialsRefusedError({ [refused.field]: [refused.reason] }, { cause: failure });
  // The user sees the full reason, because only the operator can correct it.
  if (failure.code === 'not-installed') {
    const detail = { kind: 'refused', reason: reasonOf(failure), place: null } as const;
    return new DestinationFailure(detail, { cause: failure });
  }
  return toDestinationFailure(failure);
}
