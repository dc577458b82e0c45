import { type RefObject, useEffect, useRef } from 'react';

/** Where somebody types. */
const FIELDS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"])';

/**
 * Keys in a table: arrows or J and K move the focus from row to row, Enter opens the row, X or Space selects it. Into the
 * table that is the list of a page arrows also lead from outside, while nothing has the focus; letters do something only
 * where the focus is in the table (WCAG 2.1.4).
 */
export function useRowKeys(isList: boolean): RefObject<HTMLTableElement | null> {
  const ref = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (ref.current && !isForOthers(event) && handle(ref.current, event, isList)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isList]);
  return ref;
}

function isForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return true;
  if (!(event.target instanceof Element) || event.target.closest(FIELDS)) return true;
  return document.querySelector('[role="dialog"]') !== null;
}

/** Does what the key stands for; whether it stands for something here. */
function handle(table: HTMLTableElement, { key, target }: KeyboardEvent, isList: boolean): boolean {
  const element = target as Element;
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  const row = rows.find((one) => one.contains(element));
  const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
  const letter = key.toLowerCase();
  if (isArrow || letter === 'j' || letter === 'k') {
    const down = key === 'ArrowDown' || letter === 'j';
    if (row) return focusOn(rows[rows.indexOf(row) + (down ? 1 : -1)]) || isArrow;
    const mayEnter = isList && isArrow && isNothing(element);
    if (!mayEnter && !table.contains(element)) return false;
    return down && focusOn(rows.find(isBelowTop) ?? rows[0]);
  }
  const checkbox = row?.querySelector<HTMLInputElement>('input[type="checkbox"]');
  if (letter === 'x' || (key === ' ' && element instanceof HTMLAnchorElement)) {
    checkbox?.click();
    return checkbox !== undefined && checkbox !== null;
  }
  if (key === 'Enter' && row && element === checkbox) {
    linksOf(row)[0]?.click();
    return true;
  }
  return false;
}

/** The page itself: what has the focus when nothing else has. */
const isNothing = (element: Element) => element === document.body || element.matches('main');

const isBelowTop = (row: HTMLElement) => row.getBoundingClientRect().top >= 0;

/** The link that names the row first. */
const linksOf = (row: HTMLElement) => [
  ...row.querySelectorAll<HTMLAnchorElement>('a.row-link'),
  ...row.querySelectorAll<HTMLAnchorElement>('a[href]:not(.row-link)'),
];

/** Moves the focus to what of the row can have it: some columns are hidden in small windows. */
function focusOn(row: HTMLTableRowElement | undefined): boolean {
  if (!row) return false;
  for (const element of [...linksOf(row), ...row.querySelectorAll<HTMLElement>('input[type="checkbox"]')]) {
    element.focus();
    if (document.activeElement === element) return true;
  }
  return false;
}
