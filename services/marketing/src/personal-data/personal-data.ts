import type { PersonalData } from '@marquee/service/personal-data';
import * as metrics from '../metrics/metrics.ts';
import type { MarketingResources } from '../resources.ts';

const COPY = 'no: a copy of identity’s';

/** Every column of marketing, and what export and closing do with it. A table with personal data is one entry here. */
export const personalData: PersonalData<MarketingResources> = {
  // The hash of an account is not an SQL expression: the row is deleted here, and an export has nothing of it.
  async close({ tx, config }, accountId) {
    await metrics.forget(tx, metrics.personKeyOf(config.METRICS_KEY, accountId));
    return false;
  },
  tables: {
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
    metric_days: {
      why: 'counts of all people together',
      columns: 'day part active played_ms closed_sign_ups closed_onboarded closed_watched',
    },
    metric_weeks: { why: 'counts of all people together', columns: 'cohort week part active' },
    metric_people: {
      why: 'days under a keyed hash of an account, deleted by closing; counted together only',
      columns: 'person_key signed_up_on onboarded_on watched_on active_on',
    },
    settings: { why: 'what staff set; who did names nobody without the account', columns: 'key value updated_by' },
    setting_versions: {
      why: 'the history of settings only grows; who saved names nobody without the account',
      columns: 'key value saved_by reason',
    },
  },
};
