import type { Locator } from '@playwright/test';

/** A test card that pays. */
export const PAYS = '4242 4242 4242 4242';

export async function typeCard(sheet: Locator, number = PAYS): Promise<void> {
  await sheet.getByLabel('Card number').fill(number);
  await sheet.getByLabel('Expires').fill('12/34');
  await sheet.getByLabel('Security code').fill('123');
}
