import { Type } from '@sinclair/typebox';
import { BALANCE } from '@tributary/contracts';
import { component } from '../openapi/components';
import { partOfAccount } from './part-of-account';

/** A balance that was recorded. All members are texts, empty where the institution did not say. */
export const BalanceEntry = component('FinancialAccountBalance', Type.Object(BALANCE.members));

export const toBalance = partOfAccount(BALANCE);
