import { Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { Id, Version } from '../../scalars';

/**
 * The stored transactions of an account are being shaped for the history of a transfer link: their number, and whether
 * all are shaped. The transactions themselves come as `transaction.shaped`. Key: account id.
 */
export const LinkHistoryShapedV1 = defineEvent({
  topic: 'link-history.shaped',
  version: 1,
  description: 'The history of an account is being shaped for a transfer link, or has been.',
  producer: 'rule-engine',
  consumers: ['transfer-engine'],
  keyedBy: 'financialAccountId',
  payload: Type.Object({
    transferLinkId: Id,
    /** The version of the history, as `transfer-link.upserted` requested it. */
    historyVersion: Version,
    financialAccountId: Id,
    userId: Id,
    transactionsTotal: Type.Integer({ minimum: 0 }),
    complete: Type.Boolean(),
  }),
  sample: {
    transferLinkId: 8,
    historyVersion: 1,
    financialAccountId: 17,
    userId: 1,
    transactionsTotal: 1200,
    complete: true,
  },
});
