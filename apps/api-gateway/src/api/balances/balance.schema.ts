import { Type } from '@sinclair/typebox';
import { BALANCE } from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import { partOfAccount } from '../accounts/part-of-account';

/** A recorded balance. All members are texts, empty if the institution did not report them. */
export const BalanceEntry = component('FinancialAccountBalance', Type.Object(BALANCE.members));

export const toBalance = partOfAccount(BALANCE);
