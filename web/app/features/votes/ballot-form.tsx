import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Ballot, BallotType, VoteService } from '@marquee/contracts/festival/v1/vote_pb';
import { MOMENT_MESSAGES } from '@marquee/rules/moments';
import { VOTE_MESSAGES } from '@marquee/rules/votes';
import { z } from 'zod';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { type Choice, Select, TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';

const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)), MOMENT_MESSAGES.range);

/** Times as an input of type datetime-local holds them, in the director's own time zone. */
const formSchema = z
  .object({
    blockId: z.string(),
    type: z.string(),
    opensAt: moment,
    closesAt: moment,
    voters: z.string(),
  })
  .refine(({ opensAt, closesAt }) => Date.parse(opensAt) < Date.parse(closesAt), {
    path: ['closesAt'],
    message: VOTE_MESSAGES.closesBeforeOpen,
  });

const EMPTY = { blockId: '', type: String(BallotType.CHOICE), opensAt: '', closesAt: '', voters: 'EVERYBODY' };

/** Makes the vote of a block or of the whole event, or changes it while nobody has voted [FES-10]. */
export function BallotForm({
  eventId,
  blocks,
  onSaved,
}: {
  eventId: string;
  blocks: readonly { id: string; name: string }[];
  onSaved: (ballot: Ballot) => void;
}) {
  const form = useZodForm(formSchema, EMPTY);
  const places: Choice[] = [
    { value: '', label: _('The whole event') },
    ...blocks.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const types: Choice[] = [
    { value: String(BallotType.CHOICE), label: _('Everybody chooses one film') },
    { value: String(BallotType.SCORE), label: _('Everybody gives each film 1 to 5 stars') },
  ];
  const voters: Choice[] = [
    { value: 'EVERYBODY', label: _('Everybody') },
    { value: 'TICKET_HOLDERS', label: _('Only people with a ticket') },
    { value: 'ATTENDED', label: _('Only people with a ticket who were there or watched at least 70%') },
  ];
  return (
    <Form
      form={form}
      fallback={_('We failed to save the vote. Please try again later.')}
      onSubmit={async ({ opensAt, closesAt, type, voters, ...values }) => {
        const { ballot } = await client(VoteService).saveBallot({
          ...{ eventId, ...values, type: Number(type) },
          ...{ ticketHoldersOnly: voters === 'TICKET_HOLDERS', attendedOnly: voters === 'ATTENDED' },
          opensAt: timestampFromDate(new Date(opensAt)),
          closesAt: timestampFromDate(new Date(closesAt)),
        });
        if (ballot) onSaved(ballot);
        toast({ message: _('The vote was saved.'), tone: 'good' });
        form.reset(EMPTY);
      }}
    >
      <Select label={_('What is voted on')} options={places} {...fieldOf(form, 'blockId')} />
      <Select label={_('How people vote')} options={types} {...fieldOf(form, 'type')} />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label={_('Opens')} type="datetime-local" {...fieldOf(form, 'opensAt')} />
        <TextField label={_('Closes')} type="datetime-local" {...fieldOf(form, 'closesAt')} />
      </div>
      <Select label={_('Who can vote')} options={voters} {...fieldOf(form, 'voters')} />
      <SubmitButton>{_('Save the vote')}</SubmitButton>
    </Form>
  );
}
