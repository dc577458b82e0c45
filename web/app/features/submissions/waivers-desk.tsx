import { CallService, type Waiver } from '@marquee/contracts/festival/v1/calls_pb';
import { waiverSchema } from '@marquee/rules/submissions';
import type { FormEvent } from 'react';
import { client } from '../../api/browser/client.ts';
import { NotReady } from '../../data/not-ready.tsx';
import { orToast } from '../../data/or-toast.ts';
import { useOwn } from '../../data/use-own.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useFields } from '../programme/use-fields.ts';

const EMPTY = { code: '', percent: '100', usesMax: '10' };

/** The codes that lower the fee of a call, and how often each was used [FES-09]. */
export function WaiversDesk({ callId }: { callId: string }) {
  const { own, retry } = useOwn(CallService.method.listWaivers, { callId });
  const form = useFields(EMPTY);
  const text = (name: keyof typeof EMPTY) => ({
    ...{ name, value: form.fields[name], error: form.errors[name] },
    onChange: (change: { target: { value: string } }) => form.set({ [name]: change.target.value }),
  });
  const create = async (submitted: FormEvent) => {
    submitted.preventDefault();
    const { code, percent, usesMax } = form.fields;
    const given = waiverSchema.safeParse({ code, percent: Number(percent), usesMax: Number(usesMax) });
    if (!given.success) return form.refuse(given.error.issues);
    const isMade = await form.save(
      () => client(CallService).createWaiver({ callId, ...given.data }),
      _('We failed to save the code. Please try again.'),
    );
    if (isMade) {
      form.reset();
      await retry();
    }
  };
  const setWithdrawn = ({ id: waiverId, withdrawn }: Waiver) =>
    orToast(async () => {
      await client(CallService).setWaiverWithdrawn({ waiverId, withdrawn: !withdrawn });
      await retry();
    }, _('We failed to save the code. Please try again.'));
  return (
    <div className="grid max-w-3xl gap-6">
      {own.state !== 'ready' ? (
        <NotReady
          {...{ own, retry }}
          className="h-24"
          loading={_('Loading the codes')}
          failed={_('We failed to load the codes.')}
        />
      ) : own.value.waivers.length === 0 ? (
        <p className="text-ink-muted">{_('No codes yet')}</p>
      ) : (
        <ul className="grid gap-2">
          {own.value.waivers.map((waiver) => (
            <li key={waiver.id} className="flex flex-wrap items-center justify-between gap-3 border-line border-b pb-2">
              <span className="tabular wrap-anywhere font-medium">{waiver.code}</span>
              <span className="text-ink-muted text-small">
                {_('{percent} percent off, used {uses} of {max} times', {
                  percent: waiver.percent,
                  uses: waiver.uses,
                  max: waiver.usesMax,
                })}
              </span>
              <Button size="small" onClick={() => void setWithdrawn(waiver)}>
                {waiver.withdrawn ? _('Offer again') : _('End')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={create} className="grid items-start gap-4 sm:grid-cols-3">
        <TextField label={_('New code')} autoComplete="off" {...text('code')} />
        <TextField label={_('Percent off')} inputMode="numeric" {...text('percent')} />
        <TextField label={_('Uses')} inputMode="numeric" {...text('usesMax')} />
        {form.problem ? (
          <Banner tone="danger" urgent>
            {form.problem}
          </Banner>
        ) : null}
        <Button type="submit" pending={form.pending} className="justify-self-start">
          {_('Make the code')}
        </Button>
      </form>
    </div>
  );
}
