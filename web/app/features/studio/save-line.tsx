import { useEffect, useState } from 'react';
import { _, type Message, msg } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import type { SaveState } from './use-autosave.ts';

const saveTexts: Record<SaveState, Message> = {
  saved: msg('All changes are saved.'),
  waiting: msg('Saving your changes...'),
  saving: msg('Saving your changes...'),
  failed: msg('We failed to save your changes'),
};

type SaveLineProps = {
  state: SaveState;
  message?: string;
  /** Fields whose value breaks a rule, so that it is not saved. */
  unsaved: readonly { name: string; show: () => void }[];
  retry: () => void;
  undo?: () => void;
};

/** Says whether the film's changes are saved, and which are not. */
export function SaveLine({ state, message, unsaved, retry, undo }: SaveLineProps) {
  // The status changes only after the first edit.
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (state !== 'saved') setBegun(true);
  }, [state]);
  const [first] = state === 'saved' ? unsaved : [];
  const notSaved = first && _('Not saved: {fields}', { fields: unsaved.map(({ name }) => name).join(', ') });
  const shown = notSaved ?? _(begun && state === 'saved' ? 'Updated successfully' : saveTexts[state]);
  return (
    <div className="sticky top-(--bar-height) z-10 -my-4 flex min-h-11 flex-wrap items-center gap-3 bg-canvas text-ink-muted text-small">
      <div role="status" className="flex flex-wrap items-center gap-3">
        <span className={state === 'failed' || notSaved ? 'text-danger-ink' : undefined}>
          {shown}
          {state === 'failed' && message && message !== shown ? `: ${message}` : ''}
        </span>
        {state === 'failed' ? (
          <Button size="small" onClick={retry}>
            {_('Try again')}
          </Button>
        ) : null}
      </div>
      {first ? (
        <Button size="small" aria-label={_('Show {name}', { name: first.name })} onClick={first.show}>
          {_('Show')}
        </Button>
      ) : null}
      {(state === 'saved' || state === 'failed') && undo ? (
        <Button size="small" variant="quiet" aria-label={_('Undo the last change')} onClick={undo}>
          {_('Undo')}
        </Button>
      ) : null}
    </div>
  );
}
