import { ImagePlus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { _ } from '../../../../language/words.ts';
import { Button } from '../../../../ui/button.tsx';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/gif';

/** A button that lets a person choose a picture of their device. */
export function ChoosePicture({
  onChoose,
  disabled,
  variant = 'primary',
  children,
}: {
  onChoose: (file: File) => void;
  disabled?: boolean;
  variant?: 'primary' | 'secondary';
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={variant}
        disabled={disabled}
        icon={<ImagePlus aria-hidden className="size-4" />}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label={_('Choose a picture')}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
