import type { Page } from '@playwright/test';

/** Stops of the page may have several parts that Tab visits one by one, such as those of a date. */
const STEPS_BESIDE = 40;

/**
 * Walks a page by Tab alone, and says what cannot be reached so, what gives the focus no more, and where nothing shows that
 * it has the focus (WCAG 2.1.1, 2.1.2 and 2.4.7).
 */
export async function unreachable(page: Page): Promise<string[]> {
  const count = await page.evaluate(markStops);
  const seen = new Set<number>();
  const unseen = new Set<string>();
  for (let step = 0; step < count + STEPS_BESIDE; step += 1) {
    await page.keyboard.press('Tab');
    const { at, name, isShown } = await page.evaluate(focused);
    if (at >= 0) seen.add(at);
    if (name && !isShown) unseen.add(name);
    if (seen.size === count) break;
  }
  const missed = await page.evaluate(missedStops, [...seen]);
  return [
    ...missed.map((name) => `not reached by Tab: ${name}`),
    ...[...unseen].map((name) => `no focus seen: ${name}`),
  ];
}

/** Numbers what takes the focus by Tab, and puts the focus in front of the page. Runs in the page. */
function markStops(): number {
  for (const old of document.querySelectorAll('[data-stop]')) old.removeAttribute('data-stop');
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
  const groups = new Set<string>();
  const stops = [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled, [inert] *, [aria-hidden=true], [aria-hidden=true] *'))
      return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    // Of the radio buttons of a group, Tab reaches one; arrows reach the others.
    if (element instanceof HTMLInputElement && element.type === 'radio') {
      if (groups.has(element.name)) return false;
      groups.add(element.name);
      const chosen = document.querySelector(`input[type=radio][name="${CSS.escape(element.name)}"]:checked`);
      if (chosen && chosen !== element) {
        chosen.setAttribute('data-stop-instead', '');
        return false;
      }
    }
    return true;
  });
  for (const instead of document.querySelectorAll<HTMLElement>('[data-stop-instead]')) {
    instead.removeAttribute('data-stop-instead');
    stops.push(instead);
  }
  for (const [index, element] of stops.entries()) element.dataset.stop = String(index);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const start = document.createElement('span');
  start.tabIndex = -1;
  document.body.prepend(start);
  start.focus();
  start.remove();
  return stops.length;
}

/** What has the focus, and whether that can be seen: on itself, or on what is drawn in its place. Runs in the page. */
function focused(): { at: number; name: string; isShown: boolean } {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return { at: -1, name: '', isShown: true };
  const isDrawn = (one: Element | null) => {
    if (!one) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  const around = [element, element.parentElement, element.parentElement?.parentElement ?? null];
  const siblings = [...(element.parentElement?.children ?? [])];
  const isShown = [...around, ...siblings].some(isDrawn);
  const name = `${element.tagName.toLowerCase()} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`;
  return { at: Number(element.dataset.stop ?? -1), name, isShown };
}

/** The names of stops that were not reached. Runs in the page. */
function missedStops(seen: number[]): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-stop]')]
    .filter((element) => !seen.includes(Number(element.dataset.stop)))
    .map(
      (element) =>
        `${element.tagName.toLowerCase()} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`,
    )
    .slice(0, 5);
}
