import {
  beginSession,
  createUser,
  invite,
  issuePersonalToken,
  openAccessDatabase,
  SESSION_COOKIE,
} from '@tributary/api-gateway';
import type { Database } from '@tributary/persistence';
import type { Sandbox } from '@tributary/sandbox';
import { inviteVisitors, Visitor } from '@tributary/testing';
import { hash } from '@node-rs/argon2';
import { Client } from 'pg';
import { RestClient } from './rest-client';

type TokenChoice = Omit<Parameters<typeof issuePersonalToken>[1], 'userId' | 'name'>;
type Plan = Parameters<typeof createUser>[1]['plan'];

/** The addresses and credentials of a system's sandbox. */
export type SandboxPlace = Omit<Sandbox, 'calls' | 'close'>;

/** The addresses of a test system, as one process passes them to another. */
export interface SystemPlace {
  readonly gatewayUrl: string;
  /** The URL of the gateway's role. */
  readonly accessUrl: string;
  /** The URL of a role with access to every schema. */
  readonly databaseUrl: string;
  readonly sandbox: SandboxPlace;
}

/** Access to a running system from outside, in whichever process it runs. */
export class SystemAccess extends RestClient {
  protected constructor(
    urlNow: () => string,
    readonly sandbox: SandboxPlace,
    protected readonly access: Database,
    /** The URL of the gateway's role. */
    readonly accessUrl: string,
    /** The URL of a role with access to every schema. */
    readonly databaseUrl: string,
  ) {
    super(urlNow);
  }

  /** Connects to a system of another process. */
  static async to({ gatewayUrl, sandbox, accessUrl, databaseUrl }: SystemPlace): Promise<SystemAccess> {
    const access = await openAccessDatabase(accessUrl);
    inviteFrom(access, gatewayUrl);
    return new SystemAccess(() => gatewayUrl, sandbox, access, accessUrl, databaseUrl);
  }

  /** Runs a statement as a role with access to every schema. */
  async sql(statement: string, parameters: readonly unknown[] = []): Promise<void> {
    const client = new Client({ connectionString: this.databaseUrl });
    await client.connect();
    await client.query(statement, [...parameters]).finally(() => client.end());
  }

  async user(email: string, name: string, plan: Plan = 'PRO'): Promise<{ id: number; token: string }> {
    const { id } = await createUser(this.access, { email, name, plan });
    return { id, token: await this.token(id) };
  }

  async token(userId: number, choice: TokenChoice = {}): Promise<string> {
    return (await issuePersonalToken(this.access, { userId, name: 'test', ...choice })).token;
  }

  /** Returns a browser in which the user is signed in. */
  async browserOf(userId: number): Promise<Visitor> {
    return new Visitor(this.url).setCookie(SESSION_COOKIE, await this.session(userId));
  }

  /**
   * Sets a password for the user.
   * @returns it
   */
  async givePassword(userId: number): Promise<string> {
    const password = 'correct horse battery';
    await this.sql('update api_gateway.users set password_hash = $2 where id = $1', [
      userId,
      await hash(password),
    ]);
    return password;
  }

  /** Returns the cookie of a new session of the user. */
  session(userId: number): Promise<string> {
    return beginSession(this.access, userId);
  }

  /**
   * Returns an unparsed body.
   * @throws Error if the response is no success
   */
  async text(path: string, token: string, encoding = 'gzip'): Promise<string> {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
    const response = await fetch(`${this.url}/api/v1${path}`, { headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  }

  /** Returns the number of items in a list. */
  async total(path: string, token: string): Promise<number> {
    const { body } = await this.rest('GET', `${path}${path.includes('?') ? '&' : '?'}page[size]=1`, token);
    return (body['meta'] as { total: number }).total;
  }

  /** Closes this suite's access; a system of another process continues to run. */
  async stop(): Promise<void> {
    await this.access.close();
  }
}

/** Lets visitors sign up with invitations of the operator. */
export function inviteFrom(access: Database, gatewayUrl: string): void {
  inviteVisitors(gatewayUrl, async () => (await invite(access, { email: null, days: 1 })).text);
}
