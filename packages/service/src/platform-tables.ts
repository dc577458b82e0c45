import type { OtherTable } from './personal-tables.ts';

/** The tables that packages bring to every database. */
export const PLATFORM_TABLES: Readonly<Record<string, OtherTable>> = {
  request_ids: {
    why: 'answers to repeated requests, deleted after 24 hours',
    columns: 'viewer_id method request_id body_hash response',
  },
  outbox: { why: 'events hold ids and public names, and are pruned', columns: 'id topic key type body' },
  inbox: { why: 'ids of events', columns: 'consumer event_id' },
  dead_letters: {
    why: 'events that wait to be handled again; they hold ids and public names',
    columns: 'consumer event_id topic key type body error',
  },
  copies: { why: 'how far copies of other services are loaded', columns: 'name cursor' },
  copy_unconfirmed: { why: 'ids, while a copy is loaded', columns: 'copy id' },
};

/** The tables of packages/search, where a service has them. */
export const SEARCH_TABLES: Readonly<Record<string, OtherTable>> = {
  search_documents: { why: 'follows what it indexes', columns: 'collection id title vector' },
  search_words: { why: 'words of all documents together', columns: 'collection word' },
  search_deletions: { why: 'spellings of those words', columns: 'collection deletion word' },
  search_stale: { why: 'ids of what is indexed again', columns: 'source id' },
};

/** The tables of packages/ledger, where a service has them. */
export const LEDGER_TABLES: Readonly<Record<string, OtherTable>> = {
  ledger_accounts: {
    why: 'the books; whose earnings they are is the id of an account, which names nobody once it is closed',
    columns: 'id kind owner unit',
  },
  ledger_transfers: { why: 'the books', columns: 'id state reason subject_id body_hash' },
  ledger_entries: { why: 'the books', columns: 'transfer_id account_id' },
  ledger_balances: { why: 'the books', columns: 'account_id' },
  ledger_changes: { why: 'the books', columns: 'account_id' },
};

/** The tables of packages/payments beside the orders, which the service itself declares. */
export const PAYMENT_TABLES: Readonly<Record<string, OtherTable>> = {
  order_refunds: {
    why: 'the books: what went back, and which member of staff asked for it and why',
    columns: 'id order_id kind state reason asked_by part_id failure',
  },
  payment_differences: { why: 'ids of orders and payouts that do not fit', columns: 'id kind' },
  payment_comparisons: { why: 'when all of them were compared', columns: 'subject' },
  payment_events: { why: 'ids of what payment providers sent', columns: 'provider event_id type payment_id' },
  test_payout_accounts: {
    why: 'accounts without money, by ids',
    columns: 'id owner_id status pays_as',
  },
  test_payouts: { why: 'payouts without money', columns: 'id account_id currency status failure' },
  test_payments: {
    why: 'payments without money, of orders and without who pays',
    columns: 'id order_id client_secret currency status decline outcome refunds_as dispute card_number card_expiry',
  },
  test_refunds: { why: 'refunds without money', columns: 'id payment_id status' },
  test_methods: {
    why: 'numbers of test cards, of customers of the test provider',
    columns: 'id customer_id brand last4',
  },
  test_setups: {
    why: 'how saving test cards goes',
    columns: 'id setup_id customer_id client_secret status decline number expiry method_id',
  },
  test_attempts: { why: 'attempts to pay without money', columns: 'id payment_id' },
  test_webhooks: { why: 'what the test provider is about to send', columns: 'id type payment_id' },
};
