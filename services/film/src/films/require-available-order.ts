import { availableOrder } from './film-errors.ts';
import type { Film } from './films.ts';

/** @throws DomainError INVALID when a film would stop being available before it starts */
export function requireAvailableOrder({
  availableFrom,
  availableUntil,
}: Pick<Film, 'availableFrom' | 'availableUntil'>) {
  if (availableFrom !== null && availableUntil !== null && availableFrom >= availableUntil) throw availableOrder();
}
