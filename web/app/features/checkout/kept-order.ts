/** The order of something that somebody has begun to buy in this tab, or a card that they save: a reload continues it. */
export type KeptOrder = {
  id: string;
  /** It was sent to the payment provider: a person who comes back sees how it stands. */
  isPaying: boolean;
};

const keyOf = (key: string) => `order:${key}`;

export function readOrder(key: string): KeptOrder | undefined {
  try {
    const [id = '', paying] = (sessionStorage.getItem(keyOf(key)) ?? '').split(' ');
    return id === '' ? undefined : { id, isPaying: paying === 'paying' };
  } catch {
    return undefined;
  }
}

export function keepOrder(key: string, { id, isPaying }: KeptOrder): void {
  try {
    sessionStorage.setItem(keyOf(key), [id, ...(isPaying ? ['paying'] : [])].join(' '));
  } catch {
    // A browser that keeps nothing pays all the same; only a reload does not continue by itself.
  }
}

export function forgetOrder(key: string): void {
  try {
    sessionStorage.removeItem(keyOf(key));
  } catch {
    // As above.
  }
}
