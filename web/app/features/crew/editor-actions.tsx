import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { inviteCrewSchema } from '@marquee/rules/film-crew';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { type CrewView, crewView } from './crew-view.ts';

type Film = { id: string; title: string };
type Props = { film: Film; entry: CrewView; onChanged: (entry: CrewView | null) => void };
type InviteProps = { film: Film; entry: CrewView; onChanged: (entry: CrewView) => void };

const TONES = { 'Waiting for confirmation': 'neutral', Confirmed: 'good', Declined: 'warn' } as const;

/** What the film's creator can do with a credit: invite the person, or take it off the list. */
export function EditorActions({ film, entry, onChanged }: Props) {
  return (
    <>
      {entry.confirmation ? <Badge tone={TONES[entry.confirmation]}>{entry.confirmation}</Badge> : null}
      {entry.personId ? null : <InviteDialog film={film} entry={entry} onChanged={onChanged} />}
      <RemoveDialog film={film} entry={entry} onChanged={onChanged} />
    </>
  );
}

/** Mails the person behind a credit, who sees there what they are asked. */
export function InviteDialog({ film, entry, onChanged }: InviteProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {entry.invited ? <Badge>Invited</Badge> : null}
      <Dialog
        title={`Invite ${entry.name}`}
        description={`We send a mail with a link, where they can claim their credit on “${film.title}”. They need not wait for its release.`}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button
            size="small"
            variant="secondary"
            aria-label={`${entry.invited ? 'Invite again' : 'Invite'}: ${entry.name}`}
          >
            {entry.invited ? 'Invite again' : 'Invite'}
          </Button>
        }
      >
        <InviteForm
          film={film}
          entry={entry}
          onChanged={(next) => {
            setOpen(false);
            onChanged(next);
          }}
        />
      </Dialog>
    </>
  );
}

function InviteForm({ film, entry, onChanged }: InviteProps) {
  const form = useZodForm(inviteCrewSchema, { email: '' });
  return (
    <Form
      form={form}
      fallback="We failed to send the invitation. Please try again later."
      onSubmit={async ({ email }) => {
        const answer = await client(CrewService).inviteCrew({ filmId: film.id, crewId: entry.id, email });
        toast({ message: `An invitation was sent to ${email}.`, tone: 'good' });
        onChanged(answer.entry ? crewView(answer.entry) : { ...entry, invited: true });
      }}
    >
      <TextField label="Email" type="email" autoComplete="off" inputMode="email" {...fieldOf(form, 'email')} />
      <SubmitButton>Send invitation</SubmitButton>
    </Form>
  );
}

function RemoveDialog({ film, entry, onChanged }: Props) {
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const remove = async () => {
    setPending(true);
    try {
      await client(CrewService).removeCrew({ filmId: film.id, crewId: entry.id });
      onChanged(null);
      toast({ message: `${entry.name} was removed from the crew.` });
    } catch (error) {
      toast({ message: messageOf(error, 'We failed to remove this credit. Please try again later.'), tone: 'danger' });
      setPending(false);
    }
  };
  return (
    <ConfirmDialog
      title={`Remove ${entry.name}?`}
      description={`The credit “${entry.credit}” disappears from “${film.title}”.`}
      confirmLabel="Remove credit"
      destructive
      pending={pending}
      open={open}
      onOpenChange={setOpen}
      onConfirm={() => void remove()}
      trigger={
        <IconButton label={`Remove ${entry.name}`} size="medium">
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      }
    />
  );
}
