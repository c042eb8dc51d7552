import { brandTable } from './brand-table';
import { intermediaryOf } from './intermediaries';

/** Known data about one side of a transaction; texts are empty if unknown. */
export interface EnrichedParty {
  readonly name: string;
  readonly logo_url: string;
  readonly website: string;
  /** Merchant category codes, separated by commas. */
  readonly mccs: string;
}

/** The data that an enricher adds to a transaction. Every member is a text, including flags and numbers. */
export interface Enriched {
  readonly provider: string;
  readonly counterparty: EnrichedParty;
  /** An intermediary between the two sides, such as a payment service. */
  readonly intermediary: EnrichedParty;
  readonly category_general: string;
  readonly location: {
    readonly raw_address: string;
    readonly google_maps_url: string;
    readonly apple_maps_url: string;
  };
  /** From 0 to 1. */
  readonly certainty_score: string;
  readonly is_subscription: string;
  readonly is_personal: string;
}

/**
 * The same as it is stored and sent between services, in a tenth of the bytes: what follows from the tables is left out,
 * and added when it is read.
 */
export interface CompactEnrichment {
  /** Key of the brand. */
  readonly b?: string;
  /** Name of the other side, where no brand is known. */
  readonly n?: string;
  /** Key of the payment service. */
  readonly i?: string;
  /** Category, where it is not the brand's. */
  readonly c?: string;
  /** Merchant category code, where it is not the brand's. */
  readonly m?: string;
  /** Certainty in percent. */
  readonly s: number;
  /** `s` for a subscription, `p` for a person. */
  readonly f?: string;
}

/** The enricher whose results are compact. */
const PROVIDER = 'LOCAL';
const NOBODY: EnrichedParty = { name: '', logo_url: '', website: '', mccs: '' };
const NOWHERE = { raw_address: '', google_maps_url: '', apple_maps_url: '' };

/** An enrichment as clients get it. One that an enricher gave in full, as earlier releases stored all, stays as it is. */
export function expandedEnrichment(stored: object): Enriched {
  if (!isCompact(stored)) return stored as Enriched;
  const { b: key, n: name = '', i: service, c: category, m: mcc, s: percent, f: flags = '' } = stored;
  const brand = key === undefined ? null : brandTable().byStoredKey(key);
  const intermediary = service === undefined ? null : intermediaryOf(service);
  return {
    provider: PROVIDER,
    counterparty: {
      ...NOBODY,
      name: brand?.name ?? name,
      website: brand?.website ?? '',
      mccs: mcc ?? brand?.mcc ?? '',
    },
    intermediary: intermediary ? { ...NOBODY, name: intermediary.name, website: intermediary.key } : NOBODY,
    category_general: category ?? brand?.category ?? 'OTHER',
    location: NOWHERE,
    certainty_score: String(percent / 100),
    is_subscription: String(flags.includes('s')),
    is_personal: String(flags.includes('p')),
  };
}

function isCompact(stored: object): stored is CompactEnrichment {
  return !('provider' in stored) && 's' in stored && typeof stored.s === 'number';
}
