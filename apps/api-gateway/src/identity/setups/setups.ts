import { Inject, Injectable } from '@nestjs/common';
import { Database, Queryable } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { hash, randomBytes } from 'node:crypto';
import { Access } from '../access/access';
import { keyOfState } from './browser-return';
import { resultPageAt } from './result-page';
import { SetupKind } from './setup-kinds';
import { Problem } from '@tributary/contracts';
import { isRegistered } from '../apps/app-settings';
import type { SealedValues } from '@tributary/service';

/** A setup that a user is to confirm in a browser, as its page shows it. */
export interface Setup {
  readonly id: number;
  readonly kind: SetupKind;
  readonly connectionId: number;
  readonly userId: number;
  readonly redirectUrl: string;
  /** The institution's name, or the kind of destination. */
  readonly subject: string;
  readonly userName: string;
  /** Null for a user whom an app manages: they cannot sign in here. */
  readonly email: string | null;
  /** The requesting app; null if it was the user. */
  readonly appName: string | null;
  /** Of the browser in which it was confirmed. */
  readonly browserHash: string | null;
}

interface BegunSetup {
  readonly link: string;
  readonly stateHash: string;
}

interface WantedSetup {
  readonly access: Access;
  readonly kind: SetupKind;
  /** Null: a page of ours, which says how it went. */
  readonly redirectUrl: string | null;
  /** Absolute, of the request that begins it: its origin has the pages. */
  readonly requestUrl: string;
}

/** As long as the owners of setups wait. */
const START_HOURS = 24;
/** An app sends its user's browser on immediately; a link that stays around is a risk. */
const MANAGED_START_MINUTES = 10;
/** Enough time to sign in at a bank, and to look for papers. */
const RETURN_MINUTES = 60;

/**
 * Decides for all providers and destinations which browser may complete a setup: the one in which the owner confirmed
 * it. The link to the other company is stored encrypted, and only that browser gets it.
 */
@Injectable()
export class Setups {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly box: SecretBox,
  ) {}

  /**
   * Begins a setup at its owner. Only the latest of a connection is valid.
   * @param ask sends the command that begins it, with the address where the browser ends up
   * @returns the owner's answer, and the `auth_url` of a page of ours
   * @throws Problem
   */
  async begin<Begun extends BegunSetup>(
    { access, kind, redirectUrl: wanted, requestUrl }: WantedSetup,
    ask: (redirectUrl: string) => Promise<Begun>,
    connectionIdOf: (begun: Begun) => number,
  ): Promise<{ begun: Begun; authUrl: string }> {
    const appId = await requireRegisteredRedirect(this.database, access, wanted);
    const redirectUrl = wanted ?? resultPageAt(requestUrl);
    const begun = await ask(redirectUrl);
    const start = randomBytes(32).toString('base64url');
    const startHash = hashOf(start);
    await this.database.execute(
      `insert into setups as s (kind, connection_id, user_id, app_id, start_hash, state_hash, link, redirect_url, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(mins => $9))
       on conflict (kind, connection_id) do update
          set user_id = excluded.user_id, app_id = excluded.app_id, start_hash = excluded.start_hash,
              state_hash = excluded.state_hash, link = excluded.link, redirect_url = excluded.redirect_url,
              expires_at = excluded.expires_at, browser_hash = null, returned_at = null, created_at = now()`,
      [
        kind,
        connectionIdOf(begun),
        access.userId,
        appId,
        startHash,
        begun.stateHash,
        this.box.seal(begun.link, linkContext(startHash)),
        redirectUrl,
        access.kind === 'MANAGED' ? MANAGED_START_MINUTES : START_HOURS * 60,
      ],
    );
    return { begun, authUrl: new URL(`/connect/${start}`, requestUrl).href };
  }

  /** The setup of an `auth_url`; null if it has ended. */
  findByStart(start: string): Promise<Setup | null> {
    return this.find('s.start_hash = $1 and s.returned_at is null and s.expires_at > now()', [hashOf(start)]);
  }

  /** The setup that a returning browser's state belongs to; a page that is loaded again finds it too. */
  findByState(kind: SetupKind, state: string): Promise<Setup | null> {
    return this.find('s.kind = $1 and s.state_hash = $2 and s.expires_at > now()', [kind, keyOfState(state)]);
  }

  /**
   * Binds the setup to a browser. False if another one was first.
   * @param browser the secret of the browser's cookie
   */
  async confirm({ id }: Setup, browser: string): Promise<boolean> {
    const confirmed = await this.database.execute(
      `update setups set browser_hash = $2, expires_at = now() + make_interval(mins => $3)
        where id = $1 and (browser_hash is null or browser_hash = $2) and returned_at is null and expires_at > now()`,
      [id, hashOf(browser), RETURN_MINUTES],
    );
    return confirmed === 1;
  }

  /** The link to the institution or destination, for the browser that the setup is bound to. */
  async linkOf(start: string): Promise<string | null> {
    const [row] = await this.database.query<{ link: string }>(
      'select link from setups where start_hash = $1',
      [hashOf(start)],
    );
    return row ? this.box.open(row.link, linkContext(hashOf(start))) : null;
  }

  /** The confirmed browser came back: from now on the client may retry. */
  async noteReturn({ id }: Setup): Promise<void> {
    await this.database.execute(
      'update setups set returned_at = coalesce(returned_at, now()) where id = $1',
      [id],
    );
  }

  /** Whether the confirmed browser came back for the latest setup of the connection. */
  async hasReturned(kind: SetupKind, connectionId: number): Promise<boolean> {
    const [row] = await this.database.query(
      'select 1 from setups where kind = $1 and connection_id = $2 and returned_at is not null',
      [kind, connectionId],
    );
    return row !== undefined;
  }

  /** No browser completes it any more. */
  async end({ id }: Setup): Promise<void> {
    await this.database.execute('delete from setups where id = $1', [id]);
  }

  private async find(condition: string, parameters: readonly unknown[]): Promise<Setup | null> {
    const [setup] = await this.database.query<Setup>(
      `select s.id, s.kind, s.connection_id as "connectionId", s.user_id as "userId",
              s.redirect_url as "redirectUrl", coalesce(i.document->>'name', s.kind) as subject,
              u.name as "userName", u.email, a.name as "appName", s.browser_hash as "browserHash"
         from setups s join users u on u.id = s.user_id left join oauth_apps a on a.id = s.app_id
         left join connections c on s.kind = 'INSTITUTION' and c.id = s.connection_id
         left join institutions i on i.id = c.institution_id
        where ${condition} and u.disabled_at is null`,
      parameters,
    );
    return setup ?? null;
  }
}

/** Whether the browser with this cookie, in which this user (if any) is signed in, is the one that confirmed. */
export function isConfirmedBrowser(
  { browserHash, email, userId }: Setup,
  browser: string | undefined,
  signedIn: number | null,
): boolean {
  if (browser === undefined || browserHash === null || hashOf(browser) !== browserHash) return false;
  return email === null || signedIn === null || signedIn === userId;
}

function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

function linkContext(startHash: string): string {
  return `setups.link:${startHash}`;
}

/**
 * The requesting app: null for the user's own token or session. Our own page (a redirect of null) needs no registration.
 * @throws Problem (invalid) if an app's redirect address is not registered
 */
async function requireRegisteredRedirect(
  database: Queryable,
  { tokenId }: Access,
  redirectUrl: string | null,
): Promise<number | null> {
  if (tokenId === null) return null;
  const [app] = await database.query<{ id: number; redirect_uris: string[] }>(
    `select a.id, a.redirect_uris
       from tokens t join grants g on g.id = t.grant_id join oauth_apps a on a.id = g.app_id where t.id = $1`,
    [tokenId],
  );
  if (!app) return null;
  if (redirectUrl === null || isRegistered(redirectUrl, app.redirect_uris)) return app.id;
  throw Problem.invalid({
    redirect_url: ['The redirect_url must be one of the redirect addresses that the app is registered with.'],
  });
}

/** The location of links to other companies, encrypted; they expire with their setup. */
export const SEALED_LINKS: SealedValues['passing'][number] = {
  table: 'setups',
  column: 'link',
  endsAt: 'expires_at',
};
