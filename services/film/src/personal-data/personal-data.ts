import { columnOf } from '@marquee/data/columns';
import { createFilmSchema } from '@marquee/rules/film';
import type { PersonalData } from '@marquee/service/personal-data';
import { LEDGER_TABLES, PAYMENT_TABLES, SEARCH_TABLES } from '@marquee/service/platform-tables';
import * as claims from '../crew/claims.ts';
import type { FilmResources } from '../resources.ts';
import { uncountMarks } from './uncount-marks.ts';
import { unpublishFilms } from './unpublish-films.ts';

const OWN_ID = 'no: the id of the account';
const INTERNAL = 'no: how we work, and nothing about the person';
const OTHERS = 'no: about somebody else';
const NAMES_NOBODY = 'the id of a closed account names nobody';
/** What makers fill in of a film is theirs: a new field of it has its column here by its name. */
const filledIn = Object.fromEntries(
  Object.keys(createFilmSchema.shape).map((field) => [columnOf(field), 'yes'] as const),
);
/** The films of an account. */
const OWN_FILMS = 'film_id IN (SELECT id FROM films WHERE created_by = $1)';

/** Every column of film, and what export and closing do with it. A table with personal data is one entry here. */
export const personalData: PersonalData<FilmResources> = {
  async close(write, accountId) {
    // Somebody may have published after closing, while signed in to keep the account.
    if (await unpublishFilms(write, accountId)) return true;
    if (await uncountMarks(write.tx, accountId)) return true;
    await claims.forgetAccount(write.tx, accountId);
    return false;
  },
  tables: {
    films: {
      of: 'created_by = $1',
      key: ['id'],
      close: `keep: unpublished, a work of several people whose viewers keep what they wrote; ${NAMES_NOBODY}`,
      columns: {
        ...filledIn,
        ...{ id: 'yes', version: INTERNAL, release_type: 'yes', running_time: 'yes', festival_name: 'yes' },
        ...{ festival_id: 'yes', published: 'yes', is_approved: 'yes', auto_approved: 'yes' },
        ...{ approval_withdrawn: 'yes', is_free: 'yes', self_distribute: 'yes', usd_cost: 'yes', coin_cost: 'yes' },
        ...{ chapters: 'yes', watermark: 'yes', has_audio_description: INTERNAL },
        ...{
          screening_start_time: 'yes',
          premiere_stopped_at: 'yes',
          available_from: 'yes',
          available_until: 'yes',
          start_window_hours: 'yes',
          watch_window_hours: 'yes',
          license_agreement_status: 'yes',
          drm_encoding_status: INTERNAL,
        },
        ...{ allowed_locations: 'yes', blocked_locations: 'yes', website: 'yes', mobile: 'yes', tv: 'yes' },
        ...{ is_festival_winner: 'yes', created_by: OWN_ID, created_at: 'yes', updated_by: INTERNAL },
        ...{ updated_at: 'yes', released_at: 'yes', poster: INTERNAL, trailer_thumbnail: INTERNAL },
        ...{ film_media_id: 'yes', film_ready: INTERNAL, trailer_media_id: 'yes', trailer_ready: INTERNAL },
        ...{ sort_title: 'no: follows from the title', search_text: 'no: follows from the title' },
        ...{ submitted_at: 'yes', change_state: 'yes', change_reason: 'yes', changes_requested_at: 'yes' },
      },
    },
    crew: {
      of: `person_id = $1 OR ${OWN_FILMS}`,
      key: ['id'],
      close: 'keep: what the maker typed stays on the film; the link to the person is removed',
      columns: {
        ...{ id: 'yes', film_id: 'yes', version: INTERNAL, credit: 'yes', first_name: 'yes', last_name: 'yes' },
        ...{ role: 'yes', person_id: OTHERS, created_at: 'yes', position: INTERNAL },
      },
    },
    awards: {
      of: OWN_FILMS,
      key: ['id'],
      close: 'keep: of the film',
      columns: {
        ...{ id: INTERNAL, film_id: 'yes', festival_name: 'yes', festival_id: 'yes', category: 'yes', year: 'yes' },
        ...{ winner: 'yes', event_id: INTERNAL },
      },
    },
    reviews: {
      of: 'account_id = $1',
      key: ['id'],
      close: `keep: shown as by a former member; ${NAMES_NOBODY}`,
      columns: {
        ...{ id: 'yes', film_id: 'yes', account_id: OWN_ID, version: INTERNAL, rating: 'yes', message: 'yes' },
        ...{ created_at: 'yes', updated_at: 'yes', held_at: 'yes', held_words: INTERNAL },
        ...{ likes: 'yes', replies: 'yes', replies_closed: 'yes', spoiler: 'yes', folded_at: 'yes' },
        ...{ spoiler_decided: 'yes', reported_at: OTHERS },
      },
    },
    review_likes: {
      of: 'account_id = $1',
      key: ['review_id', 'account_id'],
      close: 'delete',
      columns: { review_id: 'yes', account_id: OWN_ID, created_at: 'yes', noticed: INTERNAL },
    },
    review_spoiler_marks: {
      of: 'account_id = $1',
      key: ['review_id', 'account_id'],
      close: 'delete',
      columns: { review_id: 'yes', account_id: OWN_ID, created_at: 'yes' },
    },
    reply_spoiler_marks: {
      of: 'account_id = $1',
      key: ['reply_id', 'account_id'],
      close: 'delete',
      columns: { reply_id: 'yes', account_id: OWN_ID, created_at: 'yes' },
    },
    review_reports: {
      of: 'account_id = $1',
      key: ['review_id', 'account_id'],
      close: 'delete',
      columns: { review_id: 'yes', account_id: OWN_ID, reason: 'yes', details: 'yes', created_at: 'yes' },
    },
    reply_reports: {
      of: 'account_id = $1',
      key: ['reply_id', 'account_id'],
      close: 'delete',
      columns: { reply_id: 'yes', account_id: OWN_ID, reason: 'yes', details: 'yes', created_at: 'yes' },
    },
    review_replies: {
      of: 'account_id = $1',
      key: ['id'],
      close: `keep: shown as by a former member; ${NAMES_NOBODY}`,
      columns: {
        ...{ id: 'yes', review_id: 'yes', account_id: OWN_ID, version: INTERNAL, message: 'yes', created_at: 'yes' },
        ...{ edited_at: 'yes', held_at: 'yes', held_words: INTERNAL, spoiler: 'yes', folded_at: 'yes' },
        ...{ spoiler_decided: 'yes', reported_at: OTHERS },
      },
    },
    film_likes: {
      of: 'account_id = $1',
      key: ['film_id', 'account_id'],
      close: 'delete',
      columns: { film_id: 'yes', account_id: OWN_ID, created_at: 'yes' },
    },
    film_blocks: {
      of: 'account_id = $1',
      key: ['film_id', 'account_id'],
      close: 'delete',
      columns: { film_id: 'yes', account_id: OWN_ID, created_at: 'yes' },
    },
    film_reports: {
      of: 'account_id = $1',
      key: ['id'],
      close: `keep: staff act on what was reported; ${NAMES_NOBODY}`,
      columns: {
        ...{ id: INTERNAL, film_id: 'yes', account_id: OWN_ID, reason: 'yes', details: 'yes', created_at: 'yes' },
      },
    },
    unlocks: {
      of: 'account_id = $1',
      key: ['account_id', 'film_id'],
      close: `keep: what was paid belongs to the books; ${NAMES_NOBODY}`,
      columns: {
        ...{ id: INTERNAL, account_id: OWN_ID, film_id: 'yes', expire_at: 'yes', paid_amount: 'yes', coins: 'yes' },
        ...{ created_at: 'yes', watch_seconds: 'yes', started_at: 'yes' },
      },
    },
    access_grants: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, account_id: OWN_ID, film_id: 'yes', kind: 'yes', hours: 'yes', reason: 'yes' },
        ...{ granted_by: OTHERS, created_at: 'yes', taken_back_at: 'yes', taken_back_by: OTHERS },
      },
    },
    entitlements: {
      of: 'account_id = $1',
      key: ['account_id', 'film_id', 'source', 'source_id'],
      close: 'delete',
      columns: {
        ...{ account_id: OWN_ID, film_id: 'yes', source: 'yes', source_id: INTERNAL, starts_at: 'yes', ends_at: 'yes' },
        ...{ watch_seconds: 'yes', started_at: 'yes' },
      },
    },
    event_watches: {
      of: 'account_id = $1',
      key: ['event_id', 'film_id'],
      close: 'delete',
      columns: { event_id: 'yes', account_id: OWN_ID, film_id: 'yes' },
    },
    event_tickets: {
      of: 'account_id = $1',
      key: ['id'],
      close: { anonymise: { account_id: 'NULL' }, keep: 'a late event must not bring the holder back' },
      columns: {
        ...{ id: 'no: a copy of festival’s', version: INTERNAL, event_id: 'no: a copy of festival’s' },
        ...{ account_id: OWN_ID, valid: 'no: a copy of festival’s' },
      },
    },
    orders: {
      of: 'account_id = $1',
      key: ['id'],
      close: { anonymise: { account_id: 'NULL' }, keep: 'what was paid belongs to the books, without who paid' },
      columns: {
        ...{ id: 'yes', version: INTERNAL, account_id: OWN_ID, kind: 'yes', item_id: 'yes', amount: 'yes' },
        ...{ currency: 'yes', fee: INTERNAL, payee_id: OTHERS, state: 'yes', provider: 'yes', payment_id: 'yes' },
        ...{ decline: 'yes', held_until: INTERNAL, checked_at: INTERNAL, created_at: 'yes', paid_at: 'yes' },
        ...{ fulfilled_at: 'yes', goods_until: 'yes', paid_amount: 'yes' },
        ...{ returned: 'yes', returned_fee: INTERNAL, owed: 'yes', paid_elsewhere: 'yes' },
        ...{ is_held: INTERNAL, must_cancel: INTERNAL },
      },
    },
    payout_accounts: {
      of: 'owner_id = $1',
      key: ['owner_id'],
      close: `keep: what was earned is paid out still; ${NAMES_NOBODY}`,
      columns: {
        ...{ owner_id: OWN_ID, provider: 'yes', account_id: 'yes', status: 'yes', checked_at: INTERNAL },
        ...{ monthly_at: INTERNAL, created_at: 'yes' },
      },
    },
    payouts: {
      of: 'owner_id = $1',
      key: ['id'],
      close: `keep: what was paid out belongs to the books; ${NAMES_NOBODY}`,
      columns: {
        ...{ id: 'yes', owner_id: OWN_ID, provider: 'yes', account_id: 'yes', amount: 'yes', currency: 'yes' },
        ...{ state: 'yes', failure: 'yes', cause: 'yes', checked_at: INTERNAL, created_at: 'yes', ended_at: 'yes' },
      },
    },
    player_settings: {
      of: 'account_id = $1',
      key: ['account_id'],
      close: 'delete',
      columns: {
        ...{ account_id: OWN_ID, text_language: 'yes', text_captions: 'yes', text_size: 'yes', text_colour: 'yes' },
        ...{ text_background: 'yes', audio_language: 'yes', rate_percent: 'yes', quality_lines: 'yes' },
        ...{ volume_percent: 'yes', muted: 'yes', previews: 'yes', letter_keys: 'yes', audio_description: 'yes' },
        changed_at: 'yes',
      },
    },
    // Before the sessions, from which its rows are known to be theirs.
    playback_events: {
      of: 'playback_session_id IN (SELECT id FROM playback_sessions WHERE account_id = $1)',
      key: ['playback_session_id', 'event_id'],
      close: 'delete',
      columns: {
        ...{ playback_session_id: 'yes', event_id: INTERNAL, film_id: 'yes', event: 'yes', time_ms: 'yes' },
        ...{ occurred_at: 'yes' },
      },
    },
    playback_sessions: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: 'yes', film_id: 'yes', account_id: OWN_ID, session_id: INTERNAL, media_id: INTERNAL },
        ...{ native_hls: INTERNAL, duration_ms: 'yes', started_at: 'yes', position_ms: 'yes', played_ms: 'yes' },
        ...{
          seen_at: 'yes',
          viewed_at: 'yes',
          ended_at: 'yes',
          displaced_at: 'yes',
          address: INTERNAL,
          address_ended_at: INTERNAL,
          placed_at: INTERNAL,
          quality_counted: INTERNAL,
          quality_told: INTERNAL,
        },
        ...{
          country: 'yes',
          device: 'yes',
          source: 'yes',
          furthest_ms: 'yes',
          uncounted: INTERNAL,
          preview: INTERNAL,
          pre_roll_ms: INTERNAL,
        },
      },
    },
    progress: {
      of: 'account_id = $1',
      key: ['account_id', 'film_id'],
      close: 'delete',
      columns: {
        ...{ account_id: OWN_ID, film_id: 'yes', playback_session_id: 'yes', position_ms: 'yes', played_ms: 'yes' },
        ...{ duration_ms: 'yes', finished: 'yes', as_of: 'yes', dismissed_at: 'yes' },
      },
    },
    watchlist_films: {
      of: 'account_id = $1',
      key: ['account_id', 'film_id'],
      close: 'delete',
      columns: { account_id: OWN_ID, film_id: 'yes', added_at: 'yes', removed_at: 'yes' },
    },
    diary_entries: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, account_id: OWN_ID, film_id: 'yes', watched_on: 'yes', rating: 'yes', rewatch: 'yes' },
        ...{ tags: 'yes', created_at: 'yes', updated_at: 'yes', deleted_at: 'yes' },
      },
    },
    shown_diaries: {
      of: 'account_id = $1',
      key: ['account_id'],
      close: 'delete',
      columns: { account_id: OWN_ID },
    },
    favourite_films: {
      of: 'account_id = $1',
      key: ['account_id', 'position'],
      close: 'delete',
      columns: { account_id: OWN_ID, position: 'yes', film_id: 'yes' },
    },
    list_films: {
      of: 'list_id IN (SELECT id FROM film_lists WHERE account_id = $1)',
      key: ['list_id', 'film_id'],
      close: 'delete',
      columns: { list_id: 'yes', film_id: 'yes', position: 'yes' },
    },
    film_lists: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: 'yes', account_id: OWN_ID, title: 'yes', description: 'yes', ranked: 'yes', is_public: 'yes' },
        ...{ created_at: 'yes', updated_at: 'yes' },
      },
    },
    import_items: {
      of: 'import_id IN (SELECT id FROM imports WHERE account_id = $1)',
      key: ['import_id', 'line', 'kind'],
      close: 'delete',
      columns: {
        ...{ import_id: INTERNAL, line: 'yes', kind: 'yes', film_id: 'yes', entry_id: INTERNAL, rating: 'yes' },
      },
    },
    imports: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, account_id: OWN_ID, kind: 'yes', file_name: 'yes', created_at: 'yes', undone_at: 'yes' },
      },
    },
    credit_claims: {
      of: 'account_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, film_id: 'yes', crew_id: 'yes', account_id: OWN_ID, state: 'yes', created_at: 'yes' },
        ...{ decided_at: 'yes', decided_by: OTHERS, maker_agrees: 'yes' },
      },
    },
    credit_declines: {
      of: 'account_id = $1',
      key: ['film_id', 'account_id'],
      close: 'delete',
      columns: { film_id: 'yes', account_id: OWN_ID, declined_at: 'yes' },
    },
    crew_invitations: {
      of: 'invited_by = $1',
      key: ['id'],
      close: {
        anonymise: { email: "''", phone_number: "''" },
        keep: `those who were invited can still claim the credit; ${NAMES_NOBODY}`,
      },
      columns: {
        ...{
          id: INTERNAL,
          film_id: 'yes',
          crew_id: 'yes',
          email: 'yes',
          phone_number: 'yes',
          invited_by: OWN_ID,
          created_at: 'yes',
          language: 'yes',
        },
        ...{ ended_at: 'yes' },
      },
    },
    invitation_marks: {
      of: 'invited_by = $1',
      key: ['id'],
      close: { anonymise: { invited_by: 'NULL' }, keep: 'limits what recipients get, for days' },
      columns: {
        ...{ id: INTERNAL, film_id: INTERNAL, recipient_hash: OTHERS, created_at: INTERNAL, invited_by: INTERNAL },
        ...{ mailed: INTERNAL },
      },
    },
    film_actions: {
      of: 'actor_id = $1',
      key: ['id'],
      close: `keep: the history of a film only grows; ${NAMES_NOBODY}`,
      columns: {
        ...{ id: INTERNAL, film_id: 'yes', version: INTERNAL, kind: 'yes', actor_id: OWN_ID, reason: 'yes' },
        ...{ changes: 'yes', created_at: 'yes' },
      },
    },
    page_view_marks: {
      of: 'visitor = $1::text',
      key: ['film_id', 'visitor'],
      close: 'delete',
      columns: { film_id: INTERNAL, visitor: INTERNAL, counted_at: INTERNAL },
    },
    maker_settings: {
      of: 'account_id = $1',
      key: ['account_id'],
      close: 'delete',
      columns: { account_id: OWN_ID, auto_approved: 'yes' },
    },
    closing_films: {
      of: 'account_id = $1',
      key: ['film_id'],
      close: 'delete',
      columns: { film_id: INTERNAL, account_id: INTERNAL },
    },
    blocks: {
      of: 'blocker_id = $1 OR blocked_id = $1',
      key: ['id'],
      close: 'delete',
      columns: {
        ...{ id: INTERNAL, blocker_id: 'no: a copy of identity’s', blocked_id: 'no: a copy of identity’s' },
        ...{ version: INTERNAL },
      },
    },
    people: {
      of: 'id = $1',
      key: ['id'],
      close: {
        anonymise: { first_name: "''", last_name: "''", profile_picture: "''" },
        keep: 'a late event must not bring the name back',
      },
      columns: {
        ...{ id: OWN_ID, first_name: 'no: a copy of identity’s', last_name: 'no: a copy of identity’s' },
        ...{ profile_picture: 'no: a copy of identity’s', version: INTERNAL, is_private: 'no: a copy of identity’s' },
        ...{ is_suspended: 'no: a copy of identity’s', suspension_version: INTERNAL },
      },
    },
  },
  others: {
    ...SEARCH_TABLES,
    ...LEDGER_TABLES,
    ...PAYMENT_TABLES,
    film_assets: { why: 'which files a film uses', columns: 'film_id kind media_id' },
    media_copies: {
      why: 'what media says of files',
      columns: 'media_id transcode_status playable_version image protection',
    },
    stat_deltas: { why: 'counts', columns: 'film_id' },
    review_deltas: { why: 'counts', columns: 'review_id' },
    play_deltas: { why: 'counts of plays, without who played', columns: 'film_id country device source' },
    film_days: { why: 'counts', columns: 'film_id dimension value' },
    film_months: { why: 'counts', columns: 'film_id dimension value' },
    film_curves: { why: 'counts', columns: 'film_id' },
    film_pairs: { why: 'films that go together, from many people at once', columns: 'film_id other_id' },
    pair_runs: { why: 'when pairs of films were made', columns: '' },
    screenings: { why: 'what festival says of events', columns: 'id pre_roll_uri' },
    screening_films: { why: 'which films events show', columns: 'screening_id film_id' },
    film_stats: { why: 'counts', columns: 'film_id' },
    featured_list: { why: 'counts the changes of a list', columns: '' },
    campaigns: {
      why: 'ads that staff make; who did names nobody without the account',
      columns: 'id film_id updated_by title click_url companion_text',
    },
    campaign_showings: { why: 'that a playback began with an ad, without who watches', columns: 'id campaign_id' },
    campaign_days: { why: 'counts', columns: 'campaign_id' },
    featured_films: {
      why: 'what staff picked; who did names nobody without the account',
      columns: 'film_id updated_by',
    },
  },
};
