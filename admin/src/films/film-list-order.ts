import { AllFilmsSort } from '@marquee/contracts/film/v1/back_office_pb';

/** Columns that the list of films is sorted by, under the names that its address has. */
export const SORTS = {
  title: AllFilmsSort.TITLE,
  maker: AllFilmsSort.MAKER,
  type: AllFilmsSort.RELEASE_TYPE,
  visibility: AllFilmsSort.VISIBILITY,
  added: AllFilmsSort.ADDED,
  waiting: AllFilmsSort.WAITING,
} as const;
export type SortName = keyof typeof SORTS;

/** An order of the list, as its address has it. */
export type Order = { sort: SortName; descending: boolean };

/** The queue has the oldest first, and all films the newest. */
export const orderByDefault = (inQueue: boolean): Order =>
  inQueue ? { sort: 'waiting', descending: false } : { sort: 'added', descending: true };

export function orderIn(params: URLSearchParams, inQueue: boolean): Order {
  const sort = params.get('sort') ?? '';
  if (!Object.hasOwn(SORTS, sort) || (sort === 'waiting' && !inQueue)) return orderByDefault(inQueue);
  return { sort: sort as SortName, descending: params.get('dir') === 'desc' };
}

/** The order after a press on a column: another column ascending, the same one the other way. */
export const pressed = (order: Order, sort: SortName): Order =>
  order.sort === sort ? { sort, descending: !order.descending } : { sort, descending: false };

/** What the address says of an order: nothing where it is the default. */
export function orderParams(order: Order, inQueue: boolean): Record<'sort' | 'dir', string> {
  const usual = orderByDefault(inQueue);
  if (order.sort === usual.sort && order.descending === usual.descending) return { sort: '', dir: '' };
  return { sort: order.sort, dir: order.descending ? 'desc' : '' };
}
