import { DestinationType } from '@tributary/contracts';
import { BUDGETA } from './budgeta.schema';
import { BUDGETB } from './budgetb.schema';
import { DestinationKind } from './destination-kind';
import { SHEETS } from './sheets.schema';
import { WORKSPACE } from './workspace.schema';

/** How each kind is shown. */
export const DESTINATION_KINDS: Readonly<Record<DestinationType, DestinationKind>> = {
  BUDGETA,
  BUDGETB,
  SHEETS,
  WORKSPACE,
};
