const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * Members of messages that reveal nothing about people and their money. An administrator sees them in a dead letter,
 * by the kind of their values; every other value is masked. A new member of an event or a command is masked until it
 * is added.
 */
export const SHOWN_MEMBERS = {
  /** Our sequence numbers, and versions. */
  ids: names(`
    id userId userIds accountIds financialAccountId financialAccountIds connectionId transactionId
    transactionIds otherTransactionId ruleId ruleLogId ruleLogIds actionId transferLinkId
    transferId transferLogId transferLogIds transferPairId endpointId
    deliveryId destinationId institutionId importId undoes version shapedVersion rawVersion
    historyVersion institution_id connection_id file_import_id financial_account_id
    financial_account_ids financial_connection_id transaction_id rule_id transfer_link_id transfer_link_ids destination_id
    settlement_id budget_id proposed_account_id rebuildId`),
  /** Our random ids: UUIDs. */
  uuids: names('id grantId grant_id messageId'),
  /** States and types: values that a contract declares for the member, and names of topics. */
  words: names(`
    type kind kinds status statuses state event eventType events cause origin topic operation operator
    scope integrator holder format certainty destinationType destination_type
    destinationState sync_mode actionType category action_type transaction_type
    activity_type payload_version matched_by`),
  /** Times of events in this system, unlike the days of a bank. */
  moments: names(`
    occurredAt createdAt updatedAt deletedAt expiresAt attemptedAt nextAttemptAt requestedAt snapshotAt
    created_at updated_at finished_at started_at expires_at applied_at activated_at disabled_at
    checked_at last_synced_at accounts_last_synced_at transactions_last_synced_at details_last_synced_at
    next_sync_at next_allowed_at last_attempt_at consent_expires_at written_at snapshot_at
    unchanged_since`),
  /** Counts, positions and durations. */
  counts: names(`
    attempts number order order_list position page size part total carried failed checked missing extra
    durationMs statusCode transactionsTotal transactions_total days transactions_done
    transactions_changed transactions_unreadable transactions_matched pieces transactions_locked
    transactions_added transactions_removed transactions_kept entries_done entries_new entries_known
    entries_doubtful entries_left_out entries_unreadable rowsErased entries_total file_bytes
    failure_count transient_failure_count matchesMax transactionsMax sync_frequency_in_minutes
    pending_settlement_max_days access_valid_for_days limit`),
  flags: names(`
    deleted removed changed revoked booked enabled active skip complete succeeded dryRun dry_run
    is_own_transfer under_review authorized migrated success more`),
};

/** Objects and lists whose members may be shown: in others, such as a party of a payment, an `id` is a bank's. */
export const SHOWN_CONTAINERS: readonly string[] = names(`
    payload document transactions raw shaped before after settlements upserted removed resources entries
    attempt deliveries events logs changes outputs balances holdings conditions actions transfer_links
    financial_accounts links accounts items results outcomes matches history health sync pending booked
    outgoing incoming told rows differences config split rule account connection link endpoint delivery
    pair destination fileImport snapshot paused reconciliation balance trade`);
