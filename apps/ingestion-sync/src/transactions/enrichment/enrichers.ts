import { Enricher } from './enrichment.port';
import { LOCAL_ENRICHER, LocalEnricher } from './local/local-enricher';

/** The enrichers that this instance has. */
export class Enrichers {
  private readonly byName: ReadonlyMap<string, Enricher>;

  constructor(enrichers: readonly Enricher[] = [new LocalEnricher()]) {
    this.byName = new Map(enrichers.map((enricher) => [enricher.provider, enricher]));
  }

  /** @throws Error if an account names an enricher that this installation does not have */
  require(name: string | null): Enricher {
    const enricher = this.byName.get(name ?? LOCAL_ENRICHER);
    if (!enricher) throw new Error(`there is no enrichment by ${name ?? LOCAL_ENRICHER}`);
    return enricher;
  }
}
