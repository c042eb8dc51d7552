import { Controller } from '@nestjs/common';
import { CreateTransferPair, DecideTransferPair, TransferPairChanges } from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { createTransferPair, decideTransferPair } from './decide-transfer-pair';

/** Handles commands by which users declare transfers between their own accounts. */
@Controller()
export class TransferPairsController {
  @OnCommand(CreateTransferPair)
  create(command: ReceivedCommand<typeof CreateTransferPair>, tx: Tx): Promise<TransferPairChanges> {
    return createTransferPair(tx, command.caller, command.payload);
  }

  @OnCommand(DecideTransferPair)
  decide(command: ReceivedCommand<typeof DecideTransferPair>, tx: Tx): Promise<TransferPairChanges> {
    return decideTransferPair(tx, command.caller, command.payload);
  }
}
