import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { type ReactElement, type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import { OverlayHome } from './overlay-home.ts';

const itemClass =
  'flex min-h-11 w-full cursor-default select-none items-center gap-3 rounded-[6px] px-3 py-2 text-start text-small outline-none data-disabled:opacity-45 data-highlighted:bg-raised';

/** A few actions on one thing, behind its button. */
export function Menu({
  trigger,
  align = 'end',
  children,
}: {
  trigger: ReactElement<Record<string, unknown>>;
  align?: 'start' | 'center' | 'end';
  children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={use(OverlayHome)}>
        <Base.Positioner sideOffset={8} align={align} className="z-50">
          <Base.Popup className="min-w-56 origin-(--transform-origin) rounded-control border border-line bg-overlay p-1 shadow-float outline-none transition-[opacity,scale] duration-(--quick) data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  icon,
  destructive,
  disabled,
  onSelect,
  children,
}: {
  icon?: ReactNode;
  destructive?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className={classNames(itemClass, destructive && 'text-danger-ink')}
    >
      {icon ? <span className={destructive ? undefined : 'text-ink-muted'}>{icon}</span> : null}
      {children}
    </Base.Item>
  );
}

export function MenuLink({ to, icon, children }: { to: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick render={<Link to={to} />} className={itemClass}>
      {icon ? <span className="text-ink-muted">{icon}</span> : null}
      {children}
    </Base.LinkItem>
  );
}

/** One of a few settings inside a menu, such as the theme. */
export function MenuChoice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-3 pt-2 pb-1 text-caption text-ink-faint">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={classNames(itemClass, 'justify-between')}>
            {option.label}
            <Base.RadioItemIndicator>
              <Check aria-hidden className="size-4 text-action-ink" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}

/** Who or what the menu is about. */
export function MenuHeading({ title, detail }: { title: string; detail?: string }) {
  return (
    <div className="grid max-w-72 gap-0.5 px-3 py-2">
      <span className="truncate font-medium text-small">{title}</span>
      {detail ? <span className="truncate text-caption text-ink-muted">{detail}</span> : null}
    </div>
  );
}
