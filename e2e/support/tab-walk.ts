/** What a walk by Tab keeps in the page: its stops in the order of reading, how each looked without the focus, and faults. */
export type Walk = { stops: HTMLElement[]; resting: string[]; reached: number[]; faults: Set<string> };
type Walked = typeof globalThis & { tabWalk: Walk };

/** Begins a walk in front of the page; `look` is called as each next Tab goes down, when the last one has had its effect. */
export function startWalk(): number {
  const stops = stopsOf();
  const faults = new Set(skipFaults(stops));
  for (const stop of stops) {
    if (isNameless(stop)) faults.add(`no name: ${nameOf(stop)}`);
    if (isMoved(stop, stops)) faults.add(`shown in another order than it is read: ${nameOf(stop)}`);
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const walk = { stops, resting: stops.map(lookOf), reached: [], faults };
  Object.assign(globalThis as Walked, { tabWalk: walk });
  document.addEventListener('keydown', look, { capture: true });
  const start = document.createElement('span');
  start.tabIndex = -1;
  document.body.prepend(start);
  start.focus();
  start.remove();
  return stops.length;
}

/** Notes what has the focus now. */
export function look(): void {
  const { stops, resting, reached, faults } = (globalThis as Walked).tabWalk;
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return;
  // What shows the focus may be on its way, however quick it is.
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  const at = stops.indexOf(element);
  // What has several parts, such as a date, shows the focus of each on its own.
  if (reached.includes(at)) return;
  if (at >= 0) reached.push(at);
  const isShown = at < 0 ? getComputedStyle(element).outlineStyle !== 'none' : lookOf(element) !== resting[at];
  if (!isShown) faults.add(`no focus seen: ${nameOf(element)}`);
  if (isCovered(element)) faults.add(`covered while it has the focus: ${nameOf(element)}`);
}

/** How many stops were reached so far. */
export function reachedSoFar(): number {
  look();
  return (globalThis as Walked).tabWalk.reached.length;
}

/** Ends the walk: its faults, and the stops that it did not reach or reached in another order than they are read. */
export function endWalk(): string[] {
  const { stops, reached, faults } = (globalThis as Walked).tabWalk;
  document.removeEventListener('keydown', look, { capture: true });
  for (const [index, stop] of stops.entries())
    if (!reached.includes(index) && stop.isConnected && stop.tabIndex >= 0)
      faults.add(`not reached by Tab: ${nameOf(stop)}`);
  for (const [index, at] of reached.entries()) {
    const stop = stops[at];
    if (stop && at < (reached[index - 1] ?? 0)) faults.add(`reached too late: ${nameOf(stop)}`);
  }
  return [...faults].slice(0, 12);
}

export function nameOf(element: Element): string {
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
  const text = element.getAttribute('aria-label') ?? label ?? '';
  return `${element.tagName.toLowerCase()} ${text.trim().slice(0, 40)}`;
}

/** What takes the focus by Tab: of the radio buttons of a group one, and arrows reach the others. */
export function stopsOf(): HTMLElement[] {
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
  const groups = new Set<string>();
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled, [inert] *, [aria-hidden=true], [aria-hidden=true] *'))
      return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (!(element instanceof HTMLInputElement && element.type === 'radio')) return true;
    const chosen = document.querySelector(`input[type=radio][name="${CSS.escape(element.name)}"]:checked`);
    if (groups.has(element.name) || (chosen && chosen !== element)) return false;
    groups.add(element.name);
    return true;
  });
}

/** What may show that an element has the focus: itself, what it stands in, and what is drawn beside it in its place. */
export function lookOf(element: HTMLElement): string {
  const parent = element.parentElement;
  const around = [element, parent, parent?.parentElement, ...(parent?.children ?? [])].slice(0, 24);
  return around
    .map((one) => {
      if (!one) return '';
      const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(one);
      return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor, backgroundColor].join();
    })
    .join('|');
}

/** Whether nothing of an element can be seen where it is, because of what stands in front of it. */
export function isCovered(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  const shown = Math.min(width, height) > 4 ? element : (element.closest('label') ?? element.parentElement ?? element);
  const points = [...shown.getClientRects()].flatMap(({ left, right, top, bottom }) => [
    [(left + right) / 2, (top + bottom) / 2] as const,
    [left + 3, top + 3] as const,
    [right - 3, bottom - 3] as const,
  ]);
  if (points.length === 0) return false;
  return points.every(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return !hit || !(shown.contains(hit) || hit.contains(shown));
  });
}

/** What has a role is looked at by axe. */
export function isNameless(element: HTMLElement): boolean {
  const known = 'a, button, input, select, textarea, summary, iframe, [role], [aria-label], [aria-labelledby]';
  return !element.matches(known);
}

/** Whether styles show an element in another place among others than that in which it is read. */
export function isMoved(element: HTMLElement, stops: HTMLElement[]): boolean {
  for (let one: Element = element; one.parentElement; one = one.parentElement) {
    const parent = one.parentElement;
    const { display, flexDirection } = getComputedStyle(parent);
    const isReversed = display.endsWith('flex') && flexDirection.endsWith('-reverse');
    if (!isReversed && getComputedStyle(one).order === '0') continue;
    if (stops.some((stop) => parent.contains(stop) && !one.contains(stop))) return true;
  }
  return false;
}

export function skipFaults(stops: HTMLElement[]): string[] {
  const main = document.querySelector('main');
  const [first] = stops;
  if (!main || !first || main.contains(first)) return [];
  const target = first instanceof HTMLAnchorElement ? document.getElementById(first.hash.slice(1)) : null;
  return target && main.contains(target) ? [] : [`no link skips to the page: first comes ${nameOf(first)}`];
}
