import { Context } from '@opentelemetry/api';
import { HoldingDocument } from '@tributary/contracts';
import { ProviderHolding } from '../../providers/provider.port';

/** All positions of one account from a reading. */
export interface HoldingsSnapshot {
  readonly accountId: number;
  readonly userId: number;
  readonly version: number;
  readonly changed: boolean;
  readonly holdings: readonly ProviderHolding[];
  readonly trace: Context;
}

/** A position with its row. */
export interface SavedHolding {
  readonly id: number;
  readonly document: HoldingDocument;
  readonly createdAt: string;
  readonly updatedAt: string;
}
