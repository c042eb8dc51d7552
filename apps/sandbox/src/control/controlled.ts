import type { ProviderAState } from '../provider-a/provider-a.state';
import type { ProviderBState } from '../provider-b/provider-b.state';
import type { ProviderCState } from '../provider-c/provider-c.state';
import type { SimpleFinState } from '../simplefin/simplefin.state';
import type { BudgetaState } from '../budgeta/budgeta.state';
import type { SheetsState } from '../sheets/sheets.state';
import type { WorkspaceState } from '../workspace/workspace.state';
import type { ReceiverState } from '../receiver/receiver.state';
import type { FaultBoard } from '../faults/fault-board';

/** The parts of the sandbox that its control routes read and change. */
export interface Controlled {
  readonly providerA: ProviderAState;
  readonly providerB: ProviderBState;
  readonly providerC: ProviderCState;
  readonly simplefin: SimpleFinState;
  readonly budgeta: BudgetaState;
  readonly sheets: SheetsState;
  readonly workspace: WorkspaceState;
  readonly receiver: ReceiverState;
  readonly faults: FaultBoard;
  readonly caCertificate: string;
  /** In a folder, over restarts. */
  readonly keepsState: boolean;
}
