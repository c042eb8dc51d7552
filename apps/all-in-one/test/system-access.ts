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

/** Where the companies around a system are, and what opens them. */
export type SandboxPlace = Omit<Sandbox, 'calls' | 'close'>;

/** Where a system of the tests runs, as one process tells another. */
export interface SystemPlace {
  readonly gatewayUrl: string;
  /** Of the gateway's role. */
  readonly accessUrl: string;
  /** As whoever may see every schema. */
  readonly databaseUrl: string;
  readonly sandbox: SandboxPlace;
}

/** What a suite does with a running system from outside, in whichever process it runs. */
export class SystemAccess extends RestClient {
  protected constructor(
    urlNow: () => string,
    readonly sandbox: SandboxPlace,
    protected readonly access: Database,
    /** Of the gateway's role. */
    readonly accessUrl: string,
    /** As whoever may see every schema. */
    readonly databaseUrl: string,
  ) {
    super(urlNow);
  }

  /** To a system of another process. */
  static async to({ gatewayUrl, sandbox, accessUrl, databaseUrl }: SystemPlace): Promise<SystemAccess> {
    const access = await openAccessDatabase(accessUrl);
    inviteFrom(access, gatewayUrl);
    return new SystemAccess(() => gatewayUrl, sandbox, access, accessUrl, databaseUrl);
  }

  /** As whoever may see every schema. */
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

  /** A browser in which the user is signed in. */
  async browserOf(userId: number): Promise<Visitor> {
    return new Visitor(this.url).setCookie(SESSION_COOKIE, await this.session(userId));
  }

  /** Gives the user a password. @returns it */
  async givePassword(userId: number): Promise<string> {
    const password = 'correct horse battery';
    await this.sql('update api_gateway.users set password_hash = $2 where id = $1', [
      userId,
      await hash(password),
    ]);
    return password;
  }

  /** A new session of the user, as its cookie has it. */
  session(userId: number): Promise<string> {
    return beginSession(this.access, userId);
  }

  /** A body unchanged. @throws Error on any answer that is not a success */
  async text(path: string, token: string, encoding = 'gzip'): Promise<string> {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
    const response = await fetch(`${this.url}/api/v1${path}`, { headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  }

  /** How many there are in a list. */
  async total(path: string, token: string): Promise<number> {
    const { body } = await this.rest('GET', `${path}${path.includes('?') ? '&' : '?'}page[size]=1`, token);
    return (body['meta'] as { total: number }).total;
  }

  /** Ends what this suite has of it; a system of another process runs on. */
  async stop(): Promise<void> {
    await this.access.close();
  }
}

/** Visitors sign up there with invitations of the operator. */
export function inviteFrom(access: Database, gatewayUrl: string): void {
  inviteVisitors(gatewayUrl, async () => (await invite(access, { email: null, days: 1 })).text);
}
