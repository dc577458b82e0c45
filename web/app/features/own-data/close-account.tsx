import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { type GetClosingResponse, OwnDataService } from '@marquee/contracts/identity/v1/personal_data_pb';
import { OWN_DATA_MESSAGES } from '@marquee/rules/own-data';
import { type FormEvent, useState } from 'react';
import { refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { NotReady } from '../../data/not-ready.tsx';
import { orToast } from '../../data/or-toast.ts';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatAddedDate } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { dismissEndedSession } from '../../layout/current-user.ts';
import { signOut } from '../../layout/sign-out.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { StepUpCancelled, useStepUp } from '../passkeys/step-up.tsx';

const dayOf = (time: Timestamp | undefined) => (time ? formatAddedDate(timestampDate(time)) : '');

/** Closing the viewer's account, and keeping one that is closing [SET-05]. */
export function CloseAccount() {
  const { own, retry } = useOwn(OwnDataService.method.getClosing, {});
  const [closed, setClosed] = useState<{ keepUntil: string; doneBy: string }>();
  if (closed) return <Closed {...closed} />;
  if (own.state !== 'ready')
    return (
      <NotReady
        {...{ own, retry }}
        className="h-64"
        loading={_('Loading your account')}
        failed={_('We failed to load your account.')}
      />
    );
  return own.value.closingAt ? (
    <Closing closing={own.value} changed={retry} />
  ) : (
    <Close typed={own.value.typed} onClosed={setClosed} />
  );
}

type CloseProps = { typed: string; onClosed: (closed: { keepUntil: string; doneBy: string }) => void };

function Close({ typed: what, onClosed }: CloseProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [pending, during] = usePending();
  const { confirmed, prompt } = useStepUp();
  const close = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (typed.trim() === '')
      return setError(
        what === 'PHONE'
          ? _('Please type the phone number of your account.')
          : _('Please type the email of your account.'),
      );
    return during(async () => {
      setError(undefined);
      try {
        const answer = await confirmed(() => client(OwnDataService).closeOwnAccount({ typed }));
        // The sessions that ended are what was asked for.
        dismissEndedSession();
        onClosed({ keepUntil: dayOf(answer.keepUntil), doneBy: dayOf(answer.doneBy) });
      } catch (thrown) {
        const refusal = refusalOf(thrown);
        const ofField = refusal.fields.find(({ field }) => field === 'typed')?.message;
        if (ofField) setError(ofField);
        else if (!(thrown instanceof StepUpCancelled)) {
          const said = refusal.reason === 'LAST_ADMIN' ? ` ${refusal.message}` : '';
          toast({ message: `${_(OWN_DATA_MESSAGES.closeFailed)}${said}`, tone: 'danger' });
        }
      }
    });
  };

  return (
    <>
      <Section title={_('What happens')}>
        <ol className="grid list-decimal gap-2 ps-5">
          <li>{_('At once you are signed out everywhere, and nobody finds your profile or your films any more.')}</li>
          <li>{_('For 14 days you can change your mind: sign in and keep your account.')}</li>
          <li>
            {_(
              'After that we delete what we hold about you, within 30 days from today: your profile, your sign-ins, your files and what you watched. This cannot be undone.',
            )}
          </li>
        </ol>
        <p className="text-ink-muted">
          {_(
            'Your reviews stay, as those of a former member, and films that credit you keep the name that their makers typed. Remove them first if you do not want that.',
          )}
        </p>
        <div>
          <LinkButton to="/settings/export">{_('Export my data first')}</LinkButton>
        </div>
      </Section>
      <Section title={_('Close your account')}>
        <form noValidate className="grid max-w-md gap-5" onSubmit={close}>
          <TextField
            label={what === 'PHONE' ? _('Type the phone number of your account') : _('Type the email of your account')}
            hint={_('So that nothing is closed by accident.')}
            autoComplete="off"
            inputMode={what === 'PHONE' ? 'tel' : 'email'}
            value={typed}
            error={error}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
          />
          <Button type="submit" variant="danger" pending={pending} className="justify-self-start">
            {_('Close my account')}
          </Button>
        </form>
        {prompt}
      </Section>
    </>
  );
}

function Closed({ keepUntil, doneBy }: { keepUntil: string; doneBy: string }) {
  return (
    <Section title={_('Your account is closing')}>
      <p role="status">
        {_(
          'You are signed out everywhere. You can keep your account until {keepUntil}: sign in as always. By {doneBy} we will have deleted what we hold about you.',
          { keepUntil, doneBy },
        )}
      </p>
      <div>
        {/* A new document, so that nothing of the account stays in memory. */}
        <LinkButton to="/" reloadDocument>
          {_('Go to the films')}
        </LinkButton>
      </div>
    </Section>
  );
}

function Closing({ closing, changed }: { closing: GetClosingResponse; changed: () => Promise<unknown> }) {
  const [pending, during] = usePending();
  const keep = () =>
    during(() =>
      orToast(async () => {
        await client(OwnDataService).keepOwnAccount({});
        await changed();
        toast({ message: _('Your account stays open. Welcome back.'), tone: 'good' });
      }, _(OWN_DATA_MESSAGES.keepFailed)),
    );
  return (
    <Section title={_('Your account is closing')}>
      <Banner tone="warn">
        {_(
          'You closed it on {day}. You can keep it until {day2}; by {day3} we will have deleted what we hold about you.',
          { day: dayOf(closing.closingAt), day2: dayOf(closing.keepUntil), day3: dayOf(closing.doneBy) },
        )}
      </Banner>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" pending={pending} onClick={() => void keep()}>
          {_('Keep my account')}
        </Button>
        <Button onClick={() => void signOut()}>{_('Sign out')}</Button>
      </div>
    </Section>
  );
}
