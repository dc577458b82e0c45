/** The order of a film that somebody has begun in this tab, so that a reload continues it. */
export type KeptOrder = {
  id: string;
  /** It was sent to the payment provider: a person who comes back sees how it stands. */
  isPaying: boolean;
};

const keyOf = (filmId: string) => `order:${filmId}`;

export function readOrder(filmId: string): KeptOrder | undefined {
  try {
    const [id = '', paying] = (sessionStorage.getItem(keyOf(filmId)) ?? '').split(' ');
    return id === '' ? undefined : { id, isPaying: paying === 'paying' };
  } catch {
    return undefined;
  }
}

export function keepOrder(filmId: string, { id, isPaying }: KeptOrder): void {
  try {
    sessionStorage.setItem(keyOf(filmId), [id, ...(isPaying ? ['paying'] : [])].join(' '));
  } catch {
    // A browser that keeps nothing pays all the same; only a reload does not continue by itself.
  }
}

export function forgetOrder(filmId: string): void {
  try {
    sessionStorage.removeItem(keyOf(filmId));
  } catch {
    // As above.
  }
}
