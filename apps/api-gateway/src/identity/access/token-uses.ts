import { Inject, Injectable } from '@nestjs/common';
import { BackgroundWorker } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { LRUCache } from 'lru-cache';
import { knowTokenUses, TokenSighting } from '../audit/security-events.store';
import { touchGrants } from '../authorizations/grants.store';
import { GRANT_IDS_OF_TOKENS, touchTokens } from '../authorizations/tokens.store';
import { upToEntries } from '../limits/lru-options';
import { networkOf } from '../limits/networks';

const EVERY_MS = 1000;
/** Maximum of cached pairs of token and address, which need no database access. */
const SIGHTINGS_MAX = 50_000;
/** A use is recorded again after this time, so that the network does not expire while it is in use. */
const SIGHTING_MS = 24 * 60 * 60 * 1000;
const SIGHTINGS_PER_WRITE = 1000;

/** Records when and from where tokens were last used, together and only if it changed; requests do not wait for it. */
@Injectable()
export class TokenUses extends BackgroundWorker {
  private noted = new Set<number>();
  private readonly sighted = new LRUCache<string, true>({ ...upToEntries(SIGHTINGS_MAX), ttl: SIGHTING_MS });
  private sightings: TokenSighting[] = [];

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    super({
      name: 'token uses',
      spacingMs: EVERY_MS,
      onFailure: (error) => logger.failure('the last use of tokens could not be written', error),
    });
  }

  note(tokenId: number): void {
    this.noted.add(tokenId);
    this.notify();
  }

  /** The token came from this address. */
  noteAddress(tokenId: number, address: string): void {
    const key = `${tokenId} ${address}`;
    if (this.sighted.has(key)) return;
    this.sighted.set(key, true);
    const network = networkOf(address);
    if (network !== null) {
      this.sightings.push({ tokenId, network });
      this.notify();
    }
  }

  protected async round(): Promise<boolean> {
    await this.writeTimes();
    return this.writeSightings();
  }

  /** Failed writes are retried. */
  private async writeSightings(): Promise<boolean> {
    const sightings = this.sightings.slice(0, SIGHTINGS_PER_WRITE);
    if (sightings.length === 0) return false;
    await knowTokenUses(this.database, sightings);
    this.sightings = this.sightings.slice(sightings.length);
    return this.sightings.length > 0;
  }

  /** A failed write is recorded again by the token's next look-up. */
  private async writeTimes(): Promise<void> {
    const tokenIds = [...this.noted].sort((a, b) => a - b);
    this.noted = new Set();
    if (tokenIds.length === 0) return;
    await touchTokens(this.database, tokenIds);
    await touchGrants(this.database, GRANT_IDS_OF_TOKENS, tokenIds);
  }
}
