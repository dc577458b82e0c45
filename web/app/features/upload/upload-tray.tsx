import { X } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { _ } from '../../language/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { percentOf, progressText, stepText } from './upload-step.ts';
import { isEnded, isSending, uploadStore, useUploads } from './upload-store.ts';

/** The uploads in progress, in a corner of every page; toasts are in another one. */
export function UploadTray() {
  const { pathname } = useLocation();
  // The upload page of a film shows its uploads itself.
  const uploads = useUploads().filter(({ filmId, isPartners }) => !isPartners && pathname !== uploadPath(filmId));
  if (uploads.length === 0) return null;
  return (
    <section
      aria-label={_('Uploads')}
      className="fixed inset-x-4 bottom-20 z-30 grid gap-3 rounded-panel border border-line bg-overlay p-4 shadow-float sm:end-auto sm:w-80 md:bottom-6"
    >
      {uploads.map((item) => (
        <div key={item.key} className="grid gap-2">
          <div className="flex items-start justify-between gap-2 text-small">
            <Link to={uploadPath(item.filmId)} className="min-w-0">
              <span className="block truncate font-medium">{item.fileName}</span>
              <span className="text-ink-muted">{stepText(item)}</span>
            </Link>
            {isEnded(item) ? (
              <IconButton label={_('Close')} size="small" onClick={() => uploadStore.remove(item.key)}>
                <X aria-hidden className="size-4" />
              </IconButton>
            ) : null}
          </div>
          {isSending(item) || item.step === 'queued' ? (
            <>
              <Progress
                label={_('Uploading {fileName}', { fileName: item.fileName })}
                value={percentOf(item)}
                hideLabel
              />
              <p className="tabular text-caption text-ink-muted">{progressText(item)}</p>
            </>
          ) : null}
        </div>
      ))}
    </section>
  );
}

const uploadPath = (filmId: string) => `/content/${filmId}/upload`;
