import { Combobox as Base } from '@base-ui/react/combobox';
import { rankChoices } from '@marquee/rules/rank-choices';
import { Check, ChevronDown, X } from 'lucide-react';
import { type ReactNode, use, useId, useMemo, useState } from 'react';
import { _ } from '../language/words.ts';
import { Avatar } from './avatar.tsx';
import { classNames } from './class-names.ts';
import { type Choice, ControlError, controlClass, type FieldProps, OptionalMark } from './field.tsx';
import { OverlayHome } from './overlay-home.ts';

const popupClass =
  'max-h-80 w-(--anchor-width) min-w-56 overflow-y-auto overscroll-contain rounded-control border border-line bg-overlay p-1 shadow-float';
const itemClass =
  'grid min-h-11 cursor-default select-none grid-cols-[1fr_1.25rem] items-center gap-3 rounded-[6px] px-3 py-2 text-small data-disabled:opacity-45 data-highlighted:bg-raised';

type Shared = FieldProps & {
  options: readonly Choice[];
  placeholder?: string;
  disabled?: boolean;
  /** Shown when nothing matches. */
  empty?: string;
  onBlur?: () => void;
  /** With `onQuery` the options come from a server: all of them are shown. */
  onQuery?: (query: string) => void;
  pending?: boolean;
  inputRef?: React.Ref<HTMLInputElement>;
};

/** One of a long or searched list: countries, people, films. Use with a Controller. */
export function Combobox({
  value,
  onChange,
  options,
  ...rest
}: Shared & { value: string; onChange: (value: string) => void }) {
  const selected = options.find((option) => option.value === value) ?? null;
  const typed = useTyped(options, rest.onQuery);
  return (
    <Shell {...rest} options={options}>
      {(parts) => (
        <Base.Root
          items={options as Choice[]}
          value={selected}
          onValueChange={(choice: Choice | null, details) => {
            if (!isEscape(details)) onChange(choice?.value ?? '');
          }}
          filteredItems={typed.ranked}
          onInputValueChange={typed.onInput}
          onOpenChangeComplete={typed.onOpened}
          disabled={rest.disabled}
          autoHighlight
        >
          <Base.InputGroup className="relative">
            <Base.Input
              {...parts.input}
              ref={rest.inputRef}
              placeholder={rest.placeholder}
              onBlur={rest.onBlur}
              className={classNames(controlClass, 'h-12 pe-20')}
            />
            <div className="absolute inset-y-0 end-2 flex items-center text-ink-muted">
              <Base.Clear
                aria-label={_('Clear {label}', { label: rest.label })}
                className="grid size-8 place-items-center rounded-full hover:bg-raised"
              >
                <X aria-hidden className="size-4" />
              </Base.Clear>
              <Base.Trigger
                aria-label={_('Show {label}', { label: rest.label })}
                className="grid size-8 place-items-center rounded-full hover:bg-raised"
              >
                <ChevronDown aria-hidden className="size-4" />
              </Base.Trigger>
            </div>
          </Base.InputGroup>
          {parts.popup}
        </Base.Root>
      )}
    </Shell>
  );
}

/** Several of a list, up to `max`: talents, genres, languages. Use with a Controller. */
export function MultiCombobox({
  value,
  onChange,
  options,
  max,
  ...rest
}: Shared & { value: readonly string[]; onChange: (value: string[]) => void; max?: number }) {
  const selected = value.map((one) => options.find((option) => option.value === one) ?? { value: one, label: one });
  const full = max !== undefined && value.length >= max;
  const shown = useMemo(
    () => (full ? options.map((option) => ({ ...option, disabled: !value.includes(option.value) })) : options),
    [full, options, value],
  );
  const typed = useTyped(shown, rest.onQuery);
  return (
    <Shell {...rest} options={shown}>
      {(parts) => (
        <Base.Root
          multiple
          items={shown as Choice[]}
          value={selected as Choice[]}
          isItemEqualToValue={(a: Choice, b: Choice) => a.value === b.value}
          onValueChange={(choices: Choice[], details) => {
            if (!isEscape(details)) onChange(choices.map((choice) => choice.value));
          }}
          filteredItems={typed.ranked}
          onInputValueChange={typed.onInput}
          onOpenChangeComplete={typed.onOpened}
          disabled={rest.disabled}
          autoHighlight
        >
          <Base.InputGroup>
            <Base.Chips
              className={classNames(
                controlClass,
                'flex min-h-12 flex-wrap items-center gap-1.5 px-2 py-1.5 focus-within:border-focus focus-within:outline-1 focus-within:outline-focus',
              )}
            >
              {selected.map((choice) => (
                <Base.Chip
                  key={choice.value}
                  aria-label={choice.label}
                  className="inline-flex h-8 items-center gap-1 rounded-full bg-action-wash pe-1 ps-3 text-small focus-within:outline-2 focus-within:outline-focus"
                >
                  {choice.label}
                  <Base.ChipRemove
                    aria-label={_('Remove {label}', { label: choice.label })}
                    className="grid size-6 place-items-center rounded-full hover:bg-raised"
                  >
                    <X aria-hidden className="size-3.5" />
                  </Base.ChipRemove>
                </Base.Chip>
              ))}
              <Base.Input
                {...parts.input}
                ref={rest.inputRef}
                placeholder={full || value.length > 0 ? '' : rest.placeholder}
                onBlur={rest.onBlur}
                className="h-8 min-w-8 flex-1 bg-transparent px-1.5 text-body outline-none placeholder:text-ink-faint"
              />
            </Base.Chips>
          </Base.InputGroup>
          {parts.popup}
        </Base.Root>
      )}
    </Shell>
  );
}

/** The options that answer what is typed, the best first. What was chosen is in the input too, but was not typed. */
function useTyped(options: readonly Choice[], onQuery: ((query: string) => void) | undefined) {
  const [query, setQuery] = useState('');
  const ranked = useMemo(
    () => rankChoices(options, query, { textOf: ({ label }) => label, keepAll: onQuery !== undefined }),
    [options, query, onQuery],
  );
  const onInput = (text: string, details: Base.Root.ChangeEventDetails) => {
    if (isEscape(details)) return;
    setQuery(details.reason === 'input-change' ? text : '');
    if (details.reason !== 'item-press') onQuery?.(text);
  };
  const onOpened = (open: boolean) => {
    if (!open) setQuery('');
  };
  return { ranked, onInput, onOpened };
}

/**
 * Escape in a closed list clears everything chosen by default. Here it changes nothing, and closes what is around the list,
 * such as a dialog: clearing is a button.
 */
function isEscape(details: Base.Root.ChangeEventDetails): boolean {
  if (details.reason !== 'escape-key') return false;
  details.cancel();
  details.allowPropagation();
  return true;
}

type Parts = {
  input: {
    id: string;
    'aria-labelledby': string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  };
  popup: ReactNode;
};

function Shell({
  label,
  hint,
  error,
  optional,
  hideLabel,
  empty = _('Nothing matches.'),
  pending,
  children,
}: Shared & { children: (parts: Parts) => ReactNode }) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  const popup = (
    <Base.Portal container={use(OverlayHome)}>
      <Base.Positioner sideOffset={6} className="z-50">
        <Base.Popup aria-busy={pending} className={popupClass}>
          <Base.Empty className="px-3 py-3 text-ink-muted text-small empty:hidden">
            {pending ? _('Searching…') : empty}
          </Base.Empty>
          <Base.List>
            {(choice: Choice) => (
              <Base.Item key={choice.value} value={choice} disabled={choice.disabled} className={itemClass}>
                {choice.picture === undefined ? (
                  choice.label
                ) : (
                  <span className="flex min-w-0 items-center gap-3">
                    <Avatar name={choice.label} picture={choice.picture} size="small" />
                    <span className="truncate">{choice.label}</span>
                  </span>
                )}
                <Base.ItemIndicator>
                  <Check aria-hidden className="size-4 text-action-ink" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} id={`${id}-label`} className={hideLabel ? 'sr-only' : 'font-medium text-small'}>
        {label}
        <OptionalMark optional={optional} />
      </label>
      {children({
        input: {
          id,
          // While the list is open, the library hides what is outside of it from screen readers, the label included. It
          // names the field by reference all the same.
          'aria-labelledby': `${id}-label`,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
        },
        popup,
      })}
      <ControlError id={`${id}-error`} error={error} />
      {hint ? (
        <p id={`${id}-hint`} className={classNames('wrap-anywhere text-ink-muted text-small', error && 'sr-only')}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
