import { ShapedTransaction } from '@tributary/contracts';
import { isCarriedByNoLink } from '../evaluation/shape';
import { AccountPlan, StoredTransaction } from '../shaping/shaping-decisions';
import { NO_OUTPUT, Trial, TriedTransaction } from '../evaluation/try-rule';

/** What of a transaction the rule meets; it crosses to a worker, so no more than that. */
export function toTried(
  { destinations }: Trial<unknown>,
  { transaction, accountId }: StoredTransaction,
  { links, facts }: AccountPlan,
): TriedTransaction {
  const { id, createdAt, updatedAt } = transaction;
  const places = placesOf(destinations, transaction, links);
  return { accountId, transaction: { id, createdAt, updatedAt }, facts, places };
}

function placesOf(
  destinations: Trial['destinations'],
  transaction: ShapedTransaction,
  links: AccountPlan['links'],
): TriedTransaction['places'] {
  const shaped = transaction.shaped ?? transaction.raw;
  if (destinations === null) return [{ document: shaped, link: null, output: NO_OUTPUT }];
  if (isCarriedByNoLink(shaped)) return [];
  return links
    .filter(({ destinationType }) => destinations.includes(destinationType))
    .map(({ rules: _own, ...link }) => {
      const { transferLinkId } = link;
      const output = transaction.outputs.find((one) => one.transferLinkId === transferLinkId);
      return { document: output?.document ?? shaped, link, output: output ?? NO_OUTPUT };
    });
}
