import type { PersonalData } from '@marquee/service/personal-data';
import type { MarketingResources } from '../resources.ts';

const COPY = 'no: a copy of identity’s';

/** Every column of marketing, and what export and closing do with it. A table with personal data is one entry here. */
export const personalData: PersonalData<MarketingResources> = {
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
    settings: { why: 'what staff set; who did names nobody without the account', columns: 'key value updated_by' },
    setting_versions: {
      why: 'the history of settings only grows; who saved names nobody without the account',
      columns: 'key value saved_by reason',
    },
  },
};
