import { NoticeSettingsService, type QuietHours } from '@marquee/contracts/notification/v1/notice_settings_pb';
import { quietHoursSchema } from '@marquee/rules/notices';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { clockOf, minuteOf, ownTimeZone, timeZones } from './time-zones.ts';

type Props = { hours: QuietHours; saved: () => Promise<unknown> };
type Errors = Partial<Record<'fromMinute' | 'untilMinute' | 'timeZone', string>>;

/** The hours in which neither push nor text messages arrive [SET-13]. */
export function QuietHoursForm({ hours, saved }: Props) {
  const [enabled, setEnabled] = useState(hours.enabled);
  const [from, setFrom] = useState(clockOf(hours.fromMinute));
  const [until, setUntil] = useState(clockOf(hours.untilMinute));
  const [timeZone, setTimeZone] = useState(hours.timeZone || ownTimeZone());
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState('');
  const [pending, during] = usePending();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setProblem('');
    const given = quietHoursSchema.safeParse({
      ...{ enabled, timeZone, fromMinute: minuteOf(from), untilMinute: minuteOf(until) },
    });
    if (!given.success) {
      return setErrors(Object.fromEntries(given.error.issues.map(({ path, message }) => [String(path[0]), message])));
    }
    setErrors({});
    return during(async () => {
      try {
        await client(NoticeSettingsService).setQuietHours({ quietHours: given.data });
        await saved();
        toast({ message: _('Your quiet hours are saved.'), tone: 'good' });
      } catch (error) {
        setProblem(messageOf(error, _('We failed to save your quiet hours. Please try again.')));
      }
    });
  };

  return (
    <Section title={_('Quiet hours')}>
      <form noValidate className="grid gap-5" onSubmit={save}>
        <Switch
          label={_('Quiet hours')}
          hint={_('Push and text messages wait until the end. Emails and your notifications here do not.')}
          checked={enabled}
          onChange={(event) => setEnabled(event.target.checked)}
        />
        {enabled ? (
          <div className="grid gap-5 sm:grid-cols-3">
            <TextField
              type="time"
              label={_('From')}
              value={from}
              error={errors.fromMinute}
              onChange={(event) => setFrom(event.target.value)}
            />
            <TextField
              type="time"
              label={_('Until')}
              value={until}
              error={errors.untilMinute}
              onChange={(event) => setUntil(event.target.value)}
            />
            <Select
              label={_('Time zone')}
              value={timeZone}
              error={errors.timeZone}
              options={timeZones(timeZone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
              onChange={(event) => setTimeZone(event.target.value)}
            />
          </div>
        ) : null}
        {problem ? (
          <Banner tone="danger" urgent>
            {problem}
          </Banner>
        ) : null}
        <Button type="submit" variant="primary" pending={pending} className="justify-self-start">
          {_('Save quiet hours')}
        </Button>
      </form>
    </Section>
  );
}
