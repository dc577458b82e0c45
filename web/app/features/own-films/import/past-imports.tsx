import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Import, ImportKind, ImportService } from '@marquee/contracts/film/v1/imports_pb';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { client } from '../../../api/browser/client.ts';
import { NotReady } from '../../../data/not-ready.tsx';
import { useOwn } from '../../../data/use-own.ts';
import { formatAddedDate } from '../../../language/format.ts';
import { _ } from '../../../language/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Section } from '../../../ui/section.tsx';
import { toast } from '../../../ui/toast.ts';
import { KIND_LABELS } from './import-preview.tsx';

/** Imports that can be undone. */
export function PastImports() {
  const { own, retry, change } = useOwn(ImportService.method.listImports, {});
  const [undoing, setUndoing] = useState<Import>();
  if (own.state !== 'ready')
    return (
      <NotReady
        {...{ own, retry }}
        className="h-24"
        loading={_('Loading your imports')}
        failed={_('We failed to load your imports.')}
      />
    );
  const { imports } = own.value;
  if (imports.length === 0) return null;
  return (
    <Section title={_('Earlier imports')}>
      <ul className="divide-y divide-line border-line border-t">
        {imports.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span className="grid min-w-0 gap-0.5">
              <span className="truncate font-medium">{one.fileName || labelOf(one)}</span>
              <span className="text-ink-muted text-small">{factsOf(one)}</span>
            </span>
            <Button aria-haspopup="dialog" onClick={() => setUndoing(one)}>
              {_('Undo')}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        title={_('Undo this import?')}
        description={undoing ? factsOf(undoing) : ''}
        open={undoing !== undefined}
        onOpenChange={(open) => (open ? undefined : setUndoing(undefined))}
      >
        {undoing ? (
          <UndoForm
            one={undoing}
            onDone={() => {
              change((now) => ({ ...now, imports: now.imports.filter(({ id }) => id !== undoing.id) }));
              setUndoing(undefined);
              toast({ message: _('The import was undone.'), tone: 'good' });
            }}
          />
        ) : null}
      </Dialog>
    </Section>
  );
}

const kindOf = ({ kind }: Import) => (ImportKind[kind] ?? 'DIARY') as keyof typeof KIND_LABELS;
const labelOf = (one: Import) => _(KIND_LABELS[kindOf(one)]);

function factsOf(one: Import): string {
  const added = _('{count, plural, one {One addition} other {# additions}}', { count: one.addedCount });
  const day = one.createdAt ? formatAddedDate(timestampDate(one.createdAt)) : '';
  return [labelOf(one), added, day].filter(Boolean).join(' · ');
}

function UndoForm({ one, onDone }: { one: Import; onDone: () => void }) {
  const [left, setLeft] = useState<number>();
  const [error, setError] = useState('');
  const undo = async () => {
    setError('');
    setLeft(one.addedCount);
    try {
      for (let leftCount = one.addedCount; leftCount > 0; setLeft(leftCount)) {
        ({ leftCount } = await client(ImportService).undoImport({ importId: one.id }));
      }
      onDone();
    } catch (cause) {
      setError(messageOf(cause, _('We failed to undo all of it. Please try again.')));
      setLeft(undefined);
    }
  };
  return (
    <div className="grid gap-4">
      <p>{_('What it added is taken back. What you changed since stays: a rating with words or with other stars.')}</p>
      {left === undefined ? null : (
        <Progress label={_('Undoing')} value={(1 - left / Math.max(1, one.addedCount)) * 100} />
      )}
      {error ? <FieldError>{error}</FieldError> : null}
      <Button variant="danger" pending={left !== undefined} onClick={() => void undo()}>
        {_('Undo the import')}
      </Button>
    </div>
  );
}
