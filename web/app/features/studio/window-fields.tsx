import { WINDOW_HOURS_MAX, WINDOW_MESSAGES } from '@marquee/rules/windows';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { _, msg } from '../../language/words.ts';
import { TextField } from '../../ui/field.tsx';
import { fieldOf } from '../../ui/form.tsx';

const hours = z
  .string()
  .trim()
  .refine(
    (text) => /^\d{0,4}$/.test(text) && Number(text || 0) <= WINDOW_HOURS_MAX,
    String(msg(WINDOW_MESSAGES.hoursRange)),
  );

/** When a film can be had, and how long an unlock of it lasts, as they are typed [WAT-15]. */
export const windowFields = {
  availableFrom: z.string(),
  availableUntil: z.string(),
  startWindowHours: hours,
  watchWindowHours: hours,
};

/** Also names of the fields, for where one is not saved. */
export const WINDOW_NAMES = {
  availableFrom: msg('Available from'),
  availableUntil: msg('Available until'),
  startWindowHours: msg('Hours to start it'),
  watchWindowHours: msg('Hours to watch it'),
};

/** Fields of a film that is unlocked; a screening is had when it is shown. */
export function WindowFields({ form, isScreening }: { form: UseFormReturn; isScreening: boolean }) {
  return (
    <>
      {isScreening ? null : (
        <div className="grid items-start gap-6 sm:grid-cols-2 sm:gap-4">
          {/* The server does not know the maker's time zone: the values come with hydration. */}
          <TextField
            label={_('Available from')}
            hint={_('Empty: from its release.')}
            type="datetime-local"
            optional
            {...fieldOf(form, 'availableFrom')}
            defaultValue={undefined}
          />
          <TextField
            label={_('Available until')}
            hint={_('Who has unlocked it by then keeps it for their time.')}
            type="datetime-local"
            optional
            {...fieldOf(form, 'availableUntil')}
            defaultValue={undefined}
          />
        </div>
      )}
      <div className="grid items-start gap-6 sm:grid-cols-2 sm:gap-4">
        <TextField
          label={_('Hours to start it')}
          hint={_('How long one may wait after unlocking it. Empty: the time begins at once.')}
          inputMode="numeric"
          optional
          {...fieldOf(form, 'startWindowHours')}
        />
        <TextField
          label={_('Hours to watch it')}
          hint={_('How long one has from its start. Empty: 48 hours.')}
          inputMode="numeric"
          optional
          {...fieldOf(form, 'watchWindowHours')}
        />
      </div>
    </>
  );
}
