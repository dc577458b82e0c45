import { ProgrammeDeskService, ProgrammeService } from '@marquee/contracts/festival/v1/programme_pb';
import { SubmissionDeskService } from '@marquee/contracts/festival/v1/submission_desk_pb';
import { type FormEvent, useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { NotReady } from '../../data/not-ready.tsx';
import { orToast } from '../../data/or-toast.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';

const EVENTS_READ = 100;

/** Puts a selected film at the end of a block of the programme. */
export function ProgrammeChoice({ festivalId, submissionId }: { festivalId: string; submissionId: string }) {
  const request = { festivalId, pageSize: EVENTS_READ };
  const { own, retry } = useOwn(ProgrammeDeskService.method.listFestivalEvents, request);
  const [eventId, setEventId] = useState('');
  return (
    <Section title={_('Put it into the programme')}>
      {own.state !== 'ready' ? (
        <NotReady
          {...{ own, retry }}
          className="h-20"
          loading={_('Loading events')}
          failed={_('We failed to load the events.')}
        />
      ) : own.value.events.length === 0 ? (
        <p className="text-ink-muted">{_('No events yet')}</p>
      ) : (
        <div className="grid max-w-xl gap-4">
          <Select
            label={_('Event')}
            placeholder={_('Choose an event')}
            value={eventId}
            options={own.value.events.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ target }) => setEventId(target.value)}
          />
          {eventId ? <BlockChoice key={eventId} {...{ festivalId, submissionId, eventId }} /> : null}
        </div>
      )}
    </Section>
  );
}

type BlockProps = { festivalId: string; submissionId: string; eventId: string };

function BlockChoice({ festivalId, submissionId, eventId }: BlockProps) {
  const { own, retry } = useOwn(ProgrammeService.method.getEvent, { eventId });
  const [blockId, setBlockId] = useState('');
  const [pending, during] = usePending();
  if (own.state !== 'ready')
    return (
      <NotReady
        {...{ own, retry }}
        className="h-20"
        loading={_('Loading events')}
        failed={_('We failed to load the events.')}
      />
    );
  const blocks = own.value.event?.blocks ?? [];
  const page = `/user/orgs/${festivalId}/events/${eventId}`;
  if (blocks.length === 0) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-muted">{_('No blocks yet. A block is a part of the event with films in order.')}</p>
        <LinkButton to={page}>{_('Edit')}</LinkButton>
      </div>
    );
  }
  const add = async (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!blockId) return;
    return during(() =>
      orToast(async () => {
        const asked = { eventId, blockId, submissionIds: [submissionId] };
        const { added } = await client(SubmissionDeskService).programmeSubmissions(asked);
        toast({
          message: added > 0 ? _('The film is in the programme.') : _('This film is in the block already.'),
          tone: 'good',
        });
      }, _('We failed to save the film. Please try again.')),
    );
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={(submitted) => void add(submitted)}>
      <Select
        label={_('Block')}
        placeholder={_('Choose a block')}
        value={blockId}
        options={blocks.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => setBlockId(target.value)}
      />
      <Button type="submit" variant="primary" className="justify-self-start" pending={pending} disabled={!blockId}>
        {_('Add film')}
      </Button>
    </form>
  );
}
