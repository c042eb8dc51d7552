import { Inject, Injectable } from '@nestjs/common';
import { Database, Queryable } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { hash, randomBytes } from 'node:crypto';
import { Access } from '../access/access';
import { keyOfState } from './browser-return';
import { resultPageAt } from './result-page';
import { SetupKind } from './setup-kinds';
import { Problem } from '@tributary/contracts';
import { findAppOfToken } from '../authorizations/tokens.store';
import { isRegistered } from '../apps/app-settings';
import {
  bindSetup,
  deleteSetup,
  findSetupByStart,
  findSetupByState,
  isReturned,
  markReturned,
  readSetupLink,
  saveSetup,
  Setup,
} from './setups.store';

interface BegunSetup {
  readonly link: string;
  readonly stateHash: string;
}

interface WantedSetup {
  readonly access: Access;
  readonly kind: SetupKind;
  /** Null: our own page, which shows the result. */
  readonly redirectUrl: string | null;
  /** Absolute URL of the request that begins the setup: the pages have the same origin. */
  readonly requestUrl: string;
}

/** Validity of a setup's link, the same as at the owners of setups. */
const START_HOURS = 24;
/** An app sends its user's browser on immediately; a link that stays around is a risk. */
const MANAGED_START_MINUTES = 10;
/** Time to sign in at a bank, and to search for papers. */
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
   * Begins a setup at its owner. Only the latest setup of a connection is valid.
   * @param ask sends the command that begins it, with the final address of the browser
   * @returns the owner's reply, and the `auth_url` of a page of ours
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
    await saveSetup(this.database, {
      kind,
      connectionId: connectionIdOf(begun),
      userId: access.userId,
      appId,
      startHash,
      stateHash: begun.stateHash,
      link: this.box.seal(begun.link, linkContext(startHash)),
      redirectUrl,
      minutes: access.kind === 'MANAGED' ? MANAGED_START_MINUTES : START_HOURS * 60,
    });
    return { begun, authUrl: new URL(`/connect/${start}`, requestUrl).href };
  }

  /** The setup of an `auth_url`; null if it has ended. */
  async findByStart(start: string): Promise<Setup | null> {
    return (await findSetupByStart(this.database, hashOf(start))) ?? null;
  }

  /** The setup that a returning browser's state belongs to; a page that is loaded again finds it too. */
  async findByState(kind: SetupKind, state: string): Promise<Setup | null> {
    return (await findSetupByState(this.database, kind, keyOfState(state))) ?? null;
  }

  /**
   * Binds the setup to a browser.
   * @param browser the secret of the browser's cookie
   * @returns false if the setup is bound to another browser already
   */
  confirm({ id }: Setup, browser: string): Promise<boolean> {
    return bindSetup(this.database, id, hashOf(browser), RETURN_MINUTES);
  }

  /** The link to the institution or destination, for the browser that the setup is bound to. */
  async linkOf(start: string): Promise<string | null> {
    const link = await readSetupLink(this.database, hashOf(start));
    return link === undefined ? null : this.box.open(link, linkContext(hashOf(start)));
  }

  /** Notes that the confirmed browser returned. From then on the client may retry the completion. */
  noteReturn({ id }: Setup): Promise<void> {
    return markReturned(this.database, id);
  }

  /** Whether the confirmed browser came back for the latest setup of the connection. */
  hasReturned(kind: SetupKind, connectionId: number): Promise<boolean> {
    return isReturned(this.database, kind, connectionId);
  }

  /** Ends the setup, so that no browser can complete it. */
  end({ id }: Setup): Promise<void> {
    return deleteSetup(this.database, id);
  }
}

/** Whether the browser with this cookie, in which this user (if any) is signed in, confirmed the setup. */
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
  const app = await findAppOfToken(database, tokenId);
  if (!app) return null;
  if (redirectUrl === null || isRegistered(redirectUrl, app.redirect_uris)) return app.id;
  throw Problem.invalid({
    redirect_url: ['The redirect_url must be one of the redirect addresses that the app is registered with.'],
  });
}
