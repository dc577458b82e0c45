/** The most coins of one price, and of one order. */
export const COINS_MAX = 1_000_000;
/** How long coins are held for an order that its service has neither delivered nor ended. */
export const COIN_HOLD_HOURS = 24;

/** What orders that are paid with coins have as their currency. */
export const COIN_UNIT = 'COIN';
/** How long an order waits for its coins: they are held at once, or not at all. */
export const COIN_ORDER_MINUTES = 2;

/** What people read about coins. */
export const COIN_MESSAGES = {
  notEnough: 'You do not have enough coins to unlock this film.',
  priceChanged: 'The price of this film in coins has changed. Please look at the new price before you unlock it.',
  nothingToPay: 'This film is not unlocked with coins.',
  coinsOnly: 'This film is unlocked with coins only.',
  coinRange: 'A price in coins is between 1 and 1,000,000.',
  holdNotFound: 'No coins were held for this order.',
  holdIdReused: 'This order was already used for something else. Please close this and start again.',
  idUnknown: 'We could not find this.',
} as const;
