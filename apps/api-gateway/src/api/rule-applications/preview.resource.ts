import { CommandResult, PreviewRule, redactTransaction, TransactionDocument } from '@tributary/contracts';
import { Access } from '../../identity/access/access';
import { toResourceForm } from '../../rest/openapi/written';
import { idText, wireText } from '../../rest/wire-values';
import { toFieldChange } from './rule-application.resource';
import { RulePreview } from '../rules/rule.schema';

type Preview = CommandResult<typeof PreviewRule>;
type Match = Preview['matches'][number];

/** The preview of a rule as a REST resource. */
export function toPreview(access: Access, preview: Preview): Readonly<Record<string, unknown>> {
  return toResourceForm(RulePreview, {
    ...preview,
    matches: preview.matches.map((match) => toMatch(access, match)),
  });
}

function toMatch(access: Access, match: Match) {
  const side = (document: TransactionDocument, destinationFields: Readonly<Record<string, string>>) => ({
    transaction: transactionOf(access, match, document),
    destination_fields: destinationFields,
  });
  return {
    transaction_id: match.transactionId,
    financial_account_id: match.financialAccountId,
    transfer_link_id: match.transferLinkId,
    before: side(match.before, match.destinationFieldsBefore),
    after: side(match.after, match.destinationFieldsAfter),
    skip: match.skip,
    changes: match.changes.map((change) => toFieldChange(access, change)),
    error: match.error,
  };
}

/** A transaction without includes, as the list of transactions shows it; the list itself writes its JSON in SQL. */
function transactionOf(access: Access, match: Match, document: TransactionDocument) {
  const { amount, booked, trade: _trade, enriched: _enriched, ...rest } = document;
  const transaction = {
    id: idText(match.transactionId),
    financial_account_id: idText(match.financialAccountId),
    amount,
    booked: wireText(booked),
    ...rest,
    created_at: match.createdAt,
    updated_at: match.updatedAt,
  };
  return redactTransaction(transaction, access.seesIdentifiers ? 'none' : 'sensitive');
}
