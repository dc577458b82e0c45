import { Upload as UploadIcon } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { slotAccepts, slotHints } from './slot-titles.ts';
import type { SlotName } from './upload-store.ts';

type FilePickerProps = { label: string; slot: SlotName; isSuggested: boolean; onChoose: (file: File) => void };

/** Chooses a file for a slot, or takes one that is dropped. */
export function FilePicker({ label, slot, isSuggested, onChoose }: FilePickerProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onChoose(file);
  };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the file input is the way for everybody
    <div
      className={classNames(
        'grid justify-items-start gap-3 rounded-panel border border-line-control border-dashed p-4 sm:p-5',
        over && 'border-action bg-action-wash',
      )}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <label
        htmlFor={id}
        className={buttonClass(
          isSuggested ? 'primary' : 'secondary',
          'medium',
          'min-w-0 max-w-full cursor-pointer whitespace-normal! py-2 has-focus-visible:outline-2 has-focus-visible:outline-focus',
        )}
      >
        <UploadIcon aria-hidden className="size-4" />
        {label}
        <input
          id={id}
          type="file"
          accept={slotAccepts[slot]}
          className="sr-only"
          onChange={(event) => {
            take(event.target.files);
            // Choosing the same file again is a choice too.
            event.target.value = '';
          }}
        />
      </label>
      <p className="text-ink-muted text-small">{_(slotHints[slot])}</p>
    </div>
  );
}
