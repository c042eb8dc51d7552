import { Type } from '@sinclair/typebox';
import { HOLDING } from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import { partOfAccount } from '../accounts/part-of-account';

/** A position of an investment account at its last sync. Null if the broker did not report it. */
export const Holding = component('Holding', Type.Object(HOLDING.members));

export const toHolding = partOfAccount(HOLDING);
