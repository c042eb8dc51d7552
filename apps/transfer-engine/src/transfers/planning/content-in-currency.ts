import {
  decideCurrency,
  DESTINATIONS,
  markedMemo,
  outputDocument,
  ShapedOutput,
  ShapedTransaction,
} from '@tributary/contracts';
import { mappedCategory } from './mapped-category';
import { contentOf, TransferContent } from '../../destinations/transfer-content';
import { CarryingLink } from '../carrying-links.store';
import { RequestedChange } from './plan-transfer';

/** The transaction's content converted or marked for the destination's currency, or the decision that it waits. */
export function inCurrencyOf(
  link: CarryingLink,
  transaction: ShapedTransaction,
  output: ShapedOutput,
): Extract<RequestedChange, { readonly content: TransferContent }> {
  const document = outputDocument(transaction, output);
  const content = contentOf(transaction, output, mappedCategory(link, document));
  const decision = decideCurrency({
    amount: content.amount,
    currency: content.currency,
    exchange: document.currency_exchange,
    accountCurrency: link.accountCurrency,
    destinationCurrency: link.destinationCurrency,
    rule: link.onOtherCurrency,
  });
  switch (decision.kind) {
    case 'send':
      return { kind: 'carry', content };
    case 'send-converted': {
      const { amount, currency } = decision;
      return { kind: 'carry', content: { ...content, amount, currency } };
    }
    case 'send-marked':
      return { kind: 'carry', content: marked(content, link) };
    case 'wait':
      return { kind: 'wait', content };
    default: {
      const unknown: never = decision;
      return unknown;
    }
  }
}

/** Puts the mark into the description, and into a field that a rule set in place of the description. */
function marked(content: TransferContent, { destinationType }: CarryingLink): TransferContent {
  const { action } = DESTINATIONS[destinationType];
  const instead: Readonly<Record<string, string>> = 'insteadOf' in action ? action.insteadOf : {};
  const fields = Object.fromEntries(
    Object.entries(content.fields).map(([name, value]) => [
      name,
      instead[name] === 'mapped_fields.description' ? markedMemo(content, value) : value,
    ]),
  );
  return { ...content, description: markedMemo(content, content.description), fields };
}
