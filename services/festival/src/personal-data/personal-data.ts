import type { PersonalData } from '@marquee/service/personal-data';
import { LEDGER_TABLES, PAYMENT_TABLES } from '@marquee/service/platform-tables';
import type { FestivalResources } from '../resources.ts';

const OWN_ID = 'no: the id of the account';
const INTERNAL = 'no: how we work, and nothing about the person';
const COPY = 'no: a copy of identity’s';

/** Every column of festival, and what export and closing do with it. A table with personal data is one entry here. */
export const personalData: PersonalData<FestivalResources> = {
  tables: {
    organizations: {
      of: 'director_id = $1 OR created_by = $1',
      key: ['id'],
      close: {
        anonymise: {
          director_id: 'CASE WHEN director_id = $1 THEN NULL ELSE director_id END',
          created_by: 'CASE WHEN created_by = $1 THEN NULL ELSE created_by END',
          status: "CASE WHEN director_id = $1 THEN 'INACTIVE' ELSE status END",
          version: 'version + 1',
        },
        keep: 'the organization is not one person’s: staff give it another director',
      },
      columns: {
        id: 'yes',
        name: 'yes',
        type: 'yes',
        status: 'yes',
        director_id: 'no: the id of the account',
        description: 'yes',
        url: 'yes',
        state: 'yes',
        city: 'yes',
        country: 'yes',
        language: 'yes',
        created_by: 'no: the id of the account',
        created_at: 'yes',
        updated_at: 'yes',
        version: 'no: a counter',
        organization_logo: 'yes',
        header_image: 'yes',
      },
    },
    agreements: {
      of: 'director_id = $1 OR created_by = $1',
      key: ['id'],
      close: {
        anonymise: {
          director_id: 'CASE WHEN director_id = $1 THEN NULL ELSE director_id END',
          created_by: 'CASE WHEN created_by = $1 THEN NULL ELSE created_by END',
        },
        keep: 'the organization keeps what was agreed',
      },
      columns: {
        id: 'no: how we work, and nothing about the person',
        festival_id: 'yes',
        director_id: 'no: the id of the account',
        years_of_contract: 'yes',
        expiration_date: 'yes',
        created_by: 'no: the id of the account',
        created_at: 'yes',
      },
    },
    organization_actions: {
      of: 'actor_id = $1',
      key: ['id'],
      close: 'keep: the history of an organization only grows; an id names nobody without the account',
      columns: {
        id: 'no: how we work, and nothing about the person',
        festival_id: 'yes',
        kind: 'yes',
        actor_id: 'no: the id of the account',
        reason: 'yes',
        changes: 'yes',
        created_at: 'yes',
      },
    },
    team_members: {
      of: 'account_id = $1',
      key: ['festival_id', 'account_id'],
      close: 'delete',
      columns: {
        festival_id: 'yes',
        account_id: 'no: the id of the account',
        role: 'yes',
        added_by: 'no: somebody else',
        added_at: 'yes',
        accepted_at: 'yes',
      },
    },
    starred_events: {
      of: 'account_id = $1',
      key: ['account_id', 'event_id'],
      close: 'delete',
      columns: { account_id: 'no: the id of the account', event_id: 'yes', starred_at: 'yes' },
    },
    ticket_orders: {
      of: 'account_id = $1',
      key: ['id'],
      close: { anonymise: { account_id: 'NULL' }, keep: 'what was sold belongs to the books, without who bought' },
      columns: {
        ...{ id: 'yes', version: INTERNAL, account_id: OWN_ID, type_id: 'yes', quantity: 'yes', unit_price: 'yes' },
        ...{ amount: 'yes', state: 'yes', held_until: INTERNAL, created_at: 'yes', discount: 'yes' },
        ...{ promo_code_id: 'yes', returned_quantity: 'yes' },
      },
    },
    ticket_waits: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, type_id: 'yes', account_id: OWN_ID, place: INTERNAL, state: 'yes', offered_until: 'yes' },
        ...{ offers: INTERNAL, created_at: 'yes' },
      },
    },
    user_tickets: {
      of: 'holder_id = $1',
      key: ['id'],
      close: { anonymise: { holder_id: 'NULL' }, keep: 'the place is sold, to nobody who is known any more' },
      columns: {
        ...{ id: 'yes', version: INTERNAL, unit_id: INTERNAL, event_id: 'yes', order_id: 'yes', holder_id: OWN_ID },
        ...{ valid: 'yes', generation: INTERNAL, created_at: 'yes' },
      },
    },
    ticket_gifts: {
      of: 'giver_id = $1 OR recipient_id = $1',
      key: ['id'],
      close: {
        anonymise: {
          giver_id: 'CASE WHEN giver_id = $1 THEN NULL ELSE giver_id END',
          recipient_id: 'CASE WHEN recipient_id = $1 THEN NULL ELSE recipient_id END',
        },
        keep: 'the ticket is the other person’s, who may still accept it; an address is forgotten after 14 days',
      },
      columns: {
        ...{ id: 'yes', version: INTERNAL, ticket_id: 'yes', giver_id: OWN_ID, recipient_id: OWN_ID, state: 'yes' },
        email: 'no: somebody else’s, as the giver wrote it',
        phone_number: 'no: somebody else’s, as the giver wrote it',
        first_name: 'no: somebody else’s, as the giver wrote it',
        last_name: 'no: somebody else’s, as the giver wrote it',
        language: INTERNAL,
        address_hash: 'no: keyed hash of somebody else’s address',
        mailbox_hash: 'no: keyed hash of somebody else’s address',
        ...{ mailed: INTERNAL, created_at: 'yes', received_at: 'yes' },
      },
    },
    orders: {
      of: 'account_id = $1',
      key: ['id'],
      close: { anonymise: { account_id: 'NULL' }, keep: 'what was paid belongs to the books, without who paid' },
      columns: {
        ...{ id: 'yes', version: INTERNAL, account_id: OWN_ID, kind: 'yes', item_id: 'yes', amount: 'yes' },
        ...{ currency: 'yes', fee: INTERNAL, payee_id: 'no: about somebody else', state: 'yes', provider: 'yes' },
        ...{ payment_id: 'yes', decline: 'yes', held_until: INTERNAL, checked_at: INTERNAL, created_at: 'yes' },
        ...{ paid_at: 'yes', fulfilled_at: 'yes', goods_until: 'yes', paid_amount: 'yes' },
        ...{ returned: 'yes', returned_fee: INTERNAL, owed: 'yes', paid_elsewhere: 'yes' },
        ...{ is_held: INTERNAL, must_cancel: INTERNAL },
      },
    },
    payout_accounts: {
      of: 'owner_id = $1',
      key: ['owner_id'],
      close: 'keep: it is an organization’s, by its id; another director replaces the account',
      columns: {
        ...{ owner_id: OWN_ID, provider: 'yes', account_id: 'yes', status: 'yes', checked_at: INTERNAL },
        ...{ monthly_at: INTERNAL, created_at: 'yes' },
      },
    },
    payouts: {
      of: 'owner_id = $1',
      key: ['id'],
      close: 'keep: it is an organization’s, by its id',
      columns: {
        ...{ id: 'yes', owner_id: OWN_ID, provider: 'yes', account_id: 'yes', amount: 'yes', currency: 'yes' },
        ...{ state: 'yes', failure: 'yes', cause: 'yes', checked_at: INTERNAL, created_at: 'yes', ended_at: 'yes' },
      },
    },
    doors: {
      of: 'opened_by = $1 OR shut_out_by = $1',
      key: ['id'],
      close: {
        anonymise: {
          opened_by: 'CASE WHEN opened_by = $1 THEN NULL ELSE opened_by END',
          shut_out_by: 'CASE WHEN shut_out_by = $1 THEN NULL ELSE shut_out_by END',
          // Nobody answers for the device any more.
          shut_out_at: 'CASE WHEN opened_by = $1 THEN coalesce(shut_out_at, now()) ELSE shut_out_at END',
        },
        keep: 'what was scanned at a door stays known to the team',
      },
      columns: {
        ...{ id: INTERNAL, event_id: 'yes', name: 'yes', credential_hash: 'no: a secret of a device' },
        ...{ opened_by: OWN_ID, opened_at: 'yes', synced_at: INTERNAL, shut_out_at: 'yes', shut_out_by: OWN_ID },
      },
    },
    attendances: {
      of: 'account_id = $1',
      key: ['event_id', 'account_id', 'source'],
      close: 'delete',
      columns: { event_id: 'yes', account_id: OWN_ID, source: 'yes', at: 'yes' },
    },
    submissions: {
      of: 'maker_id = $1',
      key: ['id'],
      close: {
        anonymise: { maker_id: 'NULL', cover_letter: "''", answers: "'[]'" },
        keep: 'what was submitted and paid belongs to the books, without who submitted',
      },
      columns: {
        ...{ id: 'yes', version: INTERNAL, call_id: 'yes', category_id: 'yes', film_id: 'yes', maker_id: OWN_ID },
        ...{ state: 'yes', decision: INTERNAL, refund_owed: INTERNAL, notified_at: 'yes', deadline: 'yes' },
        ...{ student: 'yes', fee: 'yes', amount: 'yes', waiver_id: INTERNAL, cover_letter: 'yes', answers: 'yes' },
        ...{ held_until: INTERNAL, created_at: 'yes', submitted_at: 'yes' },
      },
    },
    judges: {
      of: 'account_id = $1 OR invited_by = $1',
      key: ['id'],
      close: {
        anonymise: {
          account_id: 'CASE WHEN account_id = $1 THEN NULL ELSE account_id END',
          invited_by: 'CASE WHEN invited_by = $1 THEN NULL ELSE invited_by END',
        },
        keep: 'what was scored counts, without who scored',
      },
      columns: {
        ...{ id: 'yes', call_id: 'yes', account_id: OWN_ID, invited_by: OWN_ID, invited_at: 'yes' },
        ...{ accepted_at: 'yes', language: INTERNAL },
        address_hash: 'no: keyed hash of somebody’s address',
        email: 'no: somebody else’s, as who invited them wrote it',
        first_name: 'no: somebody else’s, as who invited them wrote it',
        last_name: 'no: somebody else’s, as who invited them wrote it',
      },
    },
    judge_mails: {
      of: 'inviter_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, inviter_id: OWN_ID, created_at: 'yes' },
        mailbox_hash: 'no: keyed hash of somebody else’s address',
      },
    },
    judge_assignments: {
      of: 'judge_id IN (SELECT id FROM judges WHERE account_id = $1)',
      key: ['judge_id', 'submission_id'],
      close: { anonymise: { note: "''", conflict_reason: "''" }, keep: 'what was scored counts, without who scored' },
      columns: {
        ...{ judge_id: 'yes', submission_id: 'yes', assigned_at: 'yes', conflict: 'yes', conflict_reason: 'yes' },
        ...{ note: 'yes', done: 'yes', taken_at: 'yes' },
      },
    },
    judge_scores: {
      of: 'judge_id IN (SELECT id FROM judges WHERE account_id = $1)',
      key: ['judge_id', 'submission_id', 'criterion_id'],
      close: 'keep: what was scored counts, without who scored',
      columns: { judge_id: 'yes', submission_id: 'yes', criterion_id: 'yes', score: 'yes' },
    },
    screeners: {
      of: 'account_id = $1',
      key: ['submission_id', 'account_id'],
      close: 'delete',
      columns: { submission_id: 'yes', account_id: OWN_ID, ends_at: 'yes' },
    },
    sent_decisions: {
      of: 'submission_id IN (SELECT id FROM submissions WHERE maker_id = $1)',
      key: ['submission_id'],
      close: 'delete',
      columns: { submission_id: 'yes', decision: 'yes', subject: 'yes', body: 'yes', sent_at: 'yes' },
    },
    votes: {
      of: 'account_id = $1',
      key: ['id'],
      close: { anonymise: { account_id: 'NULL' }, keep: 'a vote that was given counts' },
      columns: {
        ...{ id: 'yes', ballot_id: 'yes', film_id: 'yes', score: 'yes', cast_at: 'yes', commitment: 'yes' },
        account_id: 'no: the id of the account',
        slot: 'no: repeats the film or the ballot',
        salt: 'no: opened for all once the ballot is counted',
        number: 'no: its place in the chain',
        hash: 'no: the hash of the chain, which is public',
      },
    },
    account_blocks: {
      of: 'blocker_id = $1 OR blocked_id = $1',
      key: ['id'],
      close: 'delete',
      columns: { id: INTERNAL, blocker_id: COPY, blocked_id: COPY, version: INTERNAL },
    },
    closed_books: {
      of: 'closed_by = $1',
      key: ['event_id'],
      close: { anonymise: { closed_by: 'NULL' }, keep: 'the books of the event, without who closed them' },
      columns: {
        ...{ event_id: 'yes', closed_by: OWN_ID, closed_at: 'yes', sales: INTERNAL, refunds: INTERNAL },
        ...{ tickets: INTERNAL, amount: INTERNAL, fee: INTERNAL },
      },
    },
    suspended_accounts: {
      of: 'id = $1',
      key: ['id'],
      close: 'keep: a copy of identity’s, which says when the account has ended; a late event must not change it',
      columns: { id: OWN_ID, version: INTERNAL, suspended: COPY },
    },
    people: {
      of: 'id = $1',
      key: ['id'],
      close: {
        anonymise: { first_name: "''", last_name: "''" },
        keep: 'a late event must not bring the name back',
      },
      columns: { id: 'no: the id of the account', first_name: COPY, last_name: COPY, version: COPY },
    },
  },
  others: {
    door_logs: { why: 'how many scans an event has', columns: 'event_id scans version' },
    ticket_scans: {
      why: 'which tickets were let in at which door; who had one stands in the ticket',
      columns: 'id event_id number door_id user_ticket_id generation scanned_at door_time received_at',
    },
    films: {
      why: 'a copy of what film says of films',
      columns: 'id film_title poster running_time visible version stale_since directors',
    },
    blocks: { why: 'parts of events', columns: 'id event_id name position' },
    block_films: { why: 'films of parts of events', columns: 'id block_id film_id position' },
    event_awards: { why: 'awards of films at events', columns: 'id event_id film_id category winner' },
    ...LEDGER_TABLES,
    ...PAYMENT_TABLES,
    ticket_types: {
      why: 'what organizations sell; who made one names nobody without the account',
      columns: 'id festival_id name created_by',
    },
    ticket_type_events: { why: 'which events tickets are for', columns: 'type_id event_id' },
    promo_codes: {
      why: 'codes of organizations; who made one names nobody without the account',
      columns:
        'id festival_id code kind value uses uses_per_customer starts_at ends_at withdrawn created_by created_at',
    },
    promo_code_types: { why: 'which tickets codes are for', columns: 'code_id type_id' },
    promo_code_uses: {
      why: 'how often codes are used; who used one stands in the order',
      columns: 'id code_id order_id',
    },
    sale_rooms: {
      why: 'waiting rooms in front of sales; who waits is in no table',
      columns: 'event_id seed created_at',
    },
    ticket_units: { why: 'how many are sold; who bought stands in the order', columns: 'id type_id order_id wait_id' },
    calls: {
      why: 'calls of organizations; who made one names nobody without the account',
      columns:
        'id festival_id state title description project_types minutes_max countries time_zone early_ends_at regular_ends_at late_ends_at questions created_by created_at updated_at version rubric_scale blind notes_audience',
    },
    judging_criteria: { why: 'by what calls are judged', columns: 'id call_id name weight position' },
    decision_mails: {
      why: 'what organizations write to makers, without names',
      columns: 'call_id decision subject body updated_at',
    },
    call_categories: {
      why: 'what films are submitted to',
      columns: 'id call_id name position early_fee regular_fee late_fee student_fee',
    },
    waivers: {
      why: 'codes of organizations; who used one stands in the submission',
      columns: 'id call_id code percent uses_max uses withdrawn created_at',
    },
    ballots: {
      why: 'what directors let people vote on',
      columns:
        'id event_id block_id type opens_at closes_at ticket_holders_only attended_only records chain_head counted_at created_at version',
    },
    ballot_counts: { why: 'counts of all people together', columns: 'ballot_id film_id votes score_sum' },
    tally_changes: {
      why: 'sums of what organizations sold and how many came',
      columns: 'id festival_id subject_id hour sales refunds tickets returned amount fee doors watched',
    },
    tallies: {
      why: 'sums of what organizations sold and how many came',
      columns: 'festival_id subject_id hour sales refunds tickets returned amount fee doors watched',
    },
    venues: {
      why: 'places of organizations',
      columns: 'id festival_id name address city country time_zone capacity created_at version',
    },
    events: {
      why: 'events of organizations; who made one names nobody without the account',
      columns:
        'id festival_id name description status event_virtual selling_tickets start_time end_time time_zone venue_id capacity created_by created_at updated_at version pre_roll_video_uri pre_roll_duration',
    },
  },
};
