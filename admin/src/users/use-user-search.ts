import { ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { UserFilter } from '@marquee/contracts/identity/v1/user_back_office_pb';
import { STAFF_CONSUMER_TYPES } from '@marquee/rules/back-office';
import { countryOf } from '@marquee/rules/countries';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Filters under the names that they have in the address. */
export const SHOWN = {
  all: UserFilter.UNSPECIFIED,
  NotOnboardedOnly: UserFilter.NOT_ONBOARDED_ONLY,
  OnboardedOnly: UserFilter.ONBOARDED_ONLY,
  ActiveOnly: UserFilter.ACTIVE_ONLY,
} as const;
export type Shown = keyof typeof SHOWN;

/** Whom the list is of; '' is every country. */
export type UserSearch = { query: string; show: Shown; country: string; consumerType: ConsumerType };

/** Emails and phone numbers stay out of URLs: they end up in histories and logs (decision 0009). */
const isAddress = (query: string) => query.includes('@') || /^\+?[\d\s()-]{5,}$/.test(query);

/** An address of the list for a link or to navigate to. */
type Place = { to: { search: string }; state: { query: string } | null };

function placeOf({ query, show, country, consumerType }: UserSearch): Place {
  const params = new URLSearchParams();
  if (show !== 'all') params.set('show', show);
  if (country) params.set('country', country);
  if (consumerType) params.set('consumerType', ConsumerType[consumerType]);
  if (query && !isAddress(query)) params.set('q', query);
  return { to: { search: params.toString() }, state: isAddress(query) ? { query } : null };
}

type UserSearchUse = UserSearch & {
  /** The list with these changes, from its first page. */
  placeWith: (changes: Partial<UserSearch>) => Place;
  change: (changes: Partial<UserSearch>) => void;
};

/** Filters and search of the list: in the URL, but for addresses, which the entry of the history keeps. */
export function useUserSearch(): UserSearchUse {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const hidden = (state as { query?: string } | null)?.query ?? '';
  const show = params.get('show') ?? '';
  const type = STAFF_CONSUMER_TYPES.find((one) => one === params.get('consumerType'));
  const search: UserSearch = {
    query: params.get('q') ?? hidden,
    show: Object.hasOwn(SHOWN, show) ? (show as Shown) : 'all',
    country: countryOf(params.get('country') ?? '')?.code ?? '',
    consumerType: type ? ConsumerType[type] : ConsumerType.UNSPECIFIED,
  };
  const placeWith = (changes: Partial<UserSearch>) => placeOf({ ...search, ...changes });
  return {
    ...search,
    placeWith,
    change(changes) {
      const { to, state } = placeWith(changes);
      navigate(to, { replace: true, state });
    },
  };
}
