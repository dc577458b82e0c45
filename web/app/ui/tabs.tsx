import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { classNames } from './class-names.ts';

const listClass = 'no-scrollbar -mb-px flex gap-6 overflow-x-auto border-line border-b';
const tabClass =
  'relative flex min-h-11 shrink-0 items-center gap-2 border-b-2 text-small transition-colors duration-(--quick)';
const onClass = 'border-action text-ink';
const offClass = 'border-transparent text-ink-muted hover:text-ink';

/** Tabs that are pages: each has its address. The usual kind. */
export function TabLinks({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { to: string; label: string; count?: number; end?: boolean }[];
}) {
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab
  useEffect(() => {
    if (list.current) showCurrent(list.current);
  }, [pathname]);
  return (
    <nav ref={list} aria-label={label} className={listClass}>
      {tabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          end={tab.end ?? true}
          preventScrollReset
          className={({ isActive }) => classNames(tabClass, isActive ? onClass : offClass)}
        >
          {tab.label}
          {tab.count === undefined ? null : <span className="tabular text-caption text-ink-faint">{tab.count}</span>}
        </NavLink>
      ))}
    </nav>
  );
}

/** Scrolls a row of tabs that is wider than the screen until the current one is in its middle; the page stays where it is. */
function showCurrent(list: HTMLElement) {
  const current = list.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (!current) return;
  const { left, width } = list.getBoundingClientRect();
  list.scrollLeft += current.left - left - (width - current.width) / 2;
}

/** Tabs inside one page, kept in no address. */
export function Tabs({
  label,
  value,
  onChange,
  tabs,
}: {
  label: string;
  value?: string;
  onChange?: (value: string) => void;
  tabs: readonly { value: string; label: string; content: ReactNode }[];
}) {
  return (
    <Base.Root
      defaultValue={tabs[0]?.value}
      value={value}
      onValueChange={(next) => onChange?.(String(next))}
      className="grid gap-6"
    >
      <Base.List aria-label={label} className={listClass}>
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={(state) => classNames(tabClass, state.active ? onClass : offClass)}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
