import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import * as inPage from './tab-walk.ts';

/** Stops of the page may have several parts that Tab visits one by one, such as those of a date. */
const STEPS_BESIDE = 40;
/** Presses that are sent before the page is asked how far they went. */
const STEPS_AT_ONCE = 20;
const POPUP_MS_MAX = 10_000;

/**
 * Walks a page by Tab alone, and says what cannot be reached so, what is reached in another order than it is read, what
 * has no name, where nothing shows that it has the focus, what something else covers then, and whether no link skips to
 * the page (WCAG 2.1.1, 2.1.2, 2.4.1, 2.4.3, 2.4.7, 2.4.11 and 4.1.2).
 */
export async function unreachable(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  // Functions that call each other there.
  const parts = Object.entries(inPage).map(([name, part]) => `${name}: ${part}`);
  await page.evaluate(`Object.assign(globalThis, { ${parts.join(', ')} })`);
  const count = await page.evaluate<number>('startWalk()');
  let reached = 0;
  for (let pressed = 0; reached < count && pressed < count + STEPS_BESIDE; ) {
    const times = Math.min(STEPS_AT_ONCE, count - reached);
    await pressTab(cdp, times);
    pressed += times;
    reached = await page.evaluate<number>('reachedSoFar()');
  }
  await cdp.detach();
  return page.evaluate<string[]>('endWalk()');
}

/** Presses follow each other without waiting for an answer, so that a walk takes a few milliseconds a stop. */
async function pressTab(cdp: CDPSession, times: number): Promise<void> {
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const presses = Array.from({ length: times }, () => [
    cdp.send('Input.dispatchKeyEvent', { ...key, type: 'rawKeyDown' }),
    cdp.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' }),
  ]);
  await Promise.all(presses.flat());
}

/**
 * Opens by keyboard each menu, list and dialog of a page that no page before had, and says which does not open, which
 * Escape does not close, and which leaves the focus nowhere.
 */
export async function unclosed(page: Page, known: Set<string>): Promise<string[]> {
  const faults: string[] = [];
  for (const opener of await page.locator('[aria-haspopup]:visible:enabled').all()) {
    // Those of the rows of a table differ by their names and numbers.
    const name = (await opener.evaluate(openerName)).replace(/: .*|[“"].*[”"]|\d+/g, '').trim();
    const kind = `${await opener.getAttribute('aria-haspopup')} ${name}`;
    if (known.has(kind)) continue;
    known.add(kind);
    const fault = await openAndClose(page, opener);
    if (fault) faults.push(`${fault}: ${name}`);
  }
  return faults;
}

/** Runs in the page. */
function openerName(element: Element): string {
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
  return element.getAttribute('aria-label') ?? label ?? '';
}

async function openAndClose(page: Page, opener: Locator): Promise<string | undefined> {
  const shown = page
    .locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
    .filter({ visible: true });
  const before = await shown.count();
  // A list in which nothing was searched for yet is open and empty.
  const isOpen = async () => (await opener.getAttribute('aria-expanded')) === 'true' || (await shown.count()) > before;
  const becomes = (open: boolean) => expect.poll(isOpen, { timeout: POPUP_MS_MAX }).toBe(open);
  await opener.focus();
  await page.keyboard.press((await opener.getAttribute('role')) === 'combobox' ? 'ArrowDown' : 'Enter');
  if (await failed(becomes(true))) return 'not opened by the keyboard';
  await page.keyboard.press('Escape');
  if (await failed(becomes(false))) return 'not closed by Escape';
  const isLost = () => page.evaluate(() => document.activeElement === document.body);
  return (await failed(expect.poll(isLost, { timeout: POPUP_MS_MAX }).toBe(false))) ? 'loses the focus' : undefined;
}

const failed = (wait: Promise<void>) =>
  wait.then(
    () => false,
    () => true,
  );
