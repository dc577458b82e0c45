import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Passkey, PasskeyService } from '@marquee/contracts/identity/v1/passkey_pb';
import { PASSKEY_LIMITS, PASSKEY_MESSAGES, passkeyNameSchema } from '@marquee/rules/passkeys';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { NotReady } from '../../data/not-ready.tsx';
import { useOwn } from '../../data/use-own.ts';
import { usePending } from '../../data/use-pending.ts';
import { formatAddedDate } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.ts';
import { StepUpCancelled, useStepUp } from './step-up.tsx';

const dateOf = (time: NonNullable<Passkey['createdAt']>) => formatAddedDate(timestampDate(time));

/** The passkeys of the viewer: added, named and removed here [AUT-17]. */
export function PasskeyList() {
  const { own, retry } = useOwn(PasskeyService.method.listPasskeys, {});
  const [adding, during] = usePending();

  const { confirmed, prompt } = useStepUp();
  const add = () =>
    during(async () => {
      const ceremonies = await import('./ceremonies.ts').catch(() => undefined);
      try {
        if (!ceremonies?.hasPasskeys()) throw new Error('this browser has no passkeys');
        await confirmed(ceremonies.addPasskey);
        await retry();
        toast({ message: _('Your passkey was added. You can sign in with it from now on.'), tone: 'good' });
      } catch (thrown) {
        if (!(thrown instanceof StepUpCancelled) && !ceremonies?.isCancelled(thrown)) {
          const known = ceremonies?.isKnownAlready(thrown) ? _(PASSKEY_MESSAGES.alreadyAdded) : undefined;
          toast({ message: known ?? messageOf(thrown, _('This device could not make a passkey.')), tone: 'danger' });
        }
      }
    });

  return (
    <Section title={_('Passkeys')}>
      <p className="text-ink-muted">
        {_(
          'A passkey signs you in with your fingerprint, your face or the PIN of your device. Nobody can guess it or read it from your mail.',
        )}
      </p>
      {own.state === 'ready' ? (
        <>
          {own.value.passkeys.length === 0 ? (
            <p>{_('You have no passkeys yet.')}</p>
          ) : (
            <ul aria-label={_('Passkeys')} className="grid border-line border-t">
              {own.value.passkeys.map((passkey) => (
                <PasskeyLine key={passkey.id} passkey={passkey} changed={retry} />
              ))}
            </ul>
          )}
          {own.value.passkeys.length < PASSKEY_LIMITS.perAccount ? (
            <Button
              className="justify-self-start"
              pending={adding}
              icon={<KeyRound aria-hidden className="size-5" />}
              onClick={add}
            >
              {_('Add a passkey')}
            </Button>
          ) : (
            <p className="text-ink-muted">{_(PASSKEY_MESSAGES.tooMany)}</p>
          )}
        </>
      ) : (
        <NotReady
          {...{ own, retry }}
          className="h-20"
          loading={_('Loading your passkeys')}
          failed={_('We failed to load your passkeys.')}
        />
      )}
      {prompt}
    </Section>
  );
}

type LineProps = { passkey: Passkey; changed: () => Promise<unknown> };

function PasskeyLine({ passkey, changed }: LineProps) {
  const { name, createdAt, lastUsedAt, synced } = passkey;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3 border-line border-b py-4">
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <span className="wrap-anywhere font-medium">{name}</span>
        <span className="text-ink-muted text-small">
          {[
            createdAt && _('Added {date}', { date: dateOf(createdAt) }),
            lastUsedAt ? _('last used {date}', { date: dateOf(lastUsedAt) }) : _('never used to sign in'),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
      {synced ? <Badge>{_('On your other devices too')}</Badge> : null}
      <div className="flex gap-2">
        <Rename passkey={passkey} changed={changed} />
        <Remove passkey={passkey} changed={changed} />
      </div>
    </li>
  );
}

function Rename({ passkey, changed }: LineProps) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(passkey.name);
  const [error, setError] = useState<string>();
  const [pending, during] = usePending();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const given = passkeyNameSchema.safeParse(name);
    if (!given.success) return setError(given.error.issues[0]?.message);
    return during(async () => {
      try {
        await client(PasskeyService).renamePasskey({ passkeyId: passkey.id, name: given.data });
        await changed();
        setOpen(false);
      } catch (thrown) {
        setError(messageOf(thrown, _('We failed to save the name. Please try again.')));
      }
    });
  };
  return (
    <Dialog
      title={_('Rename passkey')}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setName(passkey.name);
        setError(undefined);
      }}
      trigger={
        <Button size="small" aria-label={_('Rename: {name}', { name: passkey.name })}>
          {_('Rename')}
        </Button>
      }
    >
      <form noValidate className="grid gap-4" onSubmit={save}>
        <TextField
          label={_('Name')}
          hint={_('So that you recognise it, such as “Work laptop”.')}
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" pending={pending}>
          {_('Save')}
        </Button>
      </form>
    </Dialog>
  );
}

function Remove({ passkey, changed }: LineProps) {
  const [open, setOpen] = useState(false);
  const [pending, during] = usePending();
  const { confirmed, prompt } = useStepUp();
  const remove = () =>
    during(async () => {
      try {
        await confirmed(() => client(PasskeyService).removePasskey({ passkeyId: passkey.id }));
        await changed();
        toast({ message: _('“{name}” was removed.', { name: passkey.name }), tone: 'neutral' });
        setOpen(false);
      } catch (thrown) {
        if (!(thrown instanceof StepUpCancelled)) {
          toast({ message: messageOf(thrown, _('We failed to remove the passkey.')), tone: 'danger' });
        }
      }
    });
  return (
    <>
      <ConfirmDialog
        title={_('Remove “{name}”?', { name: passkey.name })}
        description={_('It signs nobody in any more. The device may still list it: remove it there as well.')}
        confirmLabel={_('Remove')}
        destructive
        pending={pending}
        open={open}
        onOpenChange={setOpen}
        onConfirm={() => void remove()}
        trigger={
          <Button size="small" aria-label={_('Remove: {name}', { name: passkey.name })}>
            {_('Remove')}
          </Button>
        }
      />
      {prompt}
    </>
  );
}
