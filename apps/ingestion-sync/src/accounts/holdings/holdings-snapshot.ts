import { Context } from '@opentelemetry/api';
import { HoldingDocument } from '@tributary/contracts';
import { ProviderHolding } from '../../providers/provider.port';

/** One account's positions as they were just read: all that it holds. */
export interface HoldingsSnapshot {
  readonly accountId: number;
  readonly userId: number;
  readonly version: number;
  readonly changed: boolean;
  readonly holdings: readonly ProviderHolding[];
  readonly trace: Context;
}

/** A position with the row that it has. */
export interface SavedHolding {
  readonly id: number;
  readonly document: HoldingDocument;
  readonly createdAt: string;
  readonly updatedAt: string;
}
