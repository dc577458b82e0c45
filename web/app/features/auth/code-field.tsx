import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { type ComponentProps, type RefObject, useLayoutEffect, useState } from 'react';
import { _ } from '../../language/words.ts';
import { TextField } from '../../ui/field.tsx';

const GROUP_DIGITS = 3;

/** The digits of what was typed, filled in or pasted, such as '123-456'; what is beyond a code is dropped. */
function codeOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, CHALLENGE_LIMITS.codeDigits);
}

export const isWholeCode = (code: string) => code.length === CHALLENGE_LIMITS.codeDigits;

/** '123 456', as people read and say codes. */
function grouped(code: string): string {
  return code.length > GROUP_DIGITS ? `${code.slice(0, GROUP_DIGITS)} ${code.slice(GROUP_DIGITS)}` : code;
}

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'onChange' | 'value' | 'ref'> & {
  code: string;
  change: (code: string) => void;
  field: RefObject<HTMLInputElement | null>;
};

/** One field for a code, shown in groups, which phones fill in from the text message. */
export function CodeField({ code, change, field, ...rest }: Props) {
  // The caret stands behind the same digit as before the value was shown in groups.
  const [caret, setCaret] = useState<{ at: number }>();
  useLayoutEffect(() => {
    if (caret && field.current === document.activeElement) field.current?.setSelectionRange(caret.at, caret.at);
  }, [caret, field]);
  return (
    <TextField
      ref={field}
      label={_('Code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      className="tabular h-16 text-center font-medium text-title tracking-[0.2em]"
      value={grouped(code)}
      onChange={({ target }) => {
        setCaret({ at: grouped(codeOf(target.value.slice(0, target.selectionStart ?? undefined))).length });
        change(codeOf(target.value));
      }}
      {...rest}
    />
  );
}
