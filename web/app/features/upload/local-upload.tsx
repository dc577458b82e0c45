import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { stopUpload } from './start-upload.ts';
import { percentOf, progressText, stepText } from './upload-step.ts';
import { type UploadItem, uploadStore } from './upload-store.ts';

/** A file on its way from this tab. */
export function LocalUpload({ item }: { item: UploadItem }) {
  if (item.step === 'attached') return null;
  if (item.step === 'refused' || item.step === 'failed') {
    return (
      <Banner
        tone="danger"
        urgent
        action={
          <Button size="small" onClick={() => uploadStore.remove(item.key)}>
            {_('Close')}
          </Button>
        }
      >
        <strong className="block font-medium">{item.fileName}</strong>
        {item.message}
      </Banner>
    );
  }
  return (
    <div className="grid gap-2">
      <p className="truncate text-small">{item.fileName}</p>
      <Progress label={_('Uploading {fileName}', { fileName: item.fileName })} value={percentOf(item)} hideLabel />
      <div className="flex items-center justify-between gap-3 text-ink-muted text-small">
        <span className="grid">
          <span role="status">
            <StepText item={item} />
          </span>
          {item.step === 'checking' ? null : <span className="tabular">{progressText(item)}</span>}
        </span>
        {item.step === 'checking' ? null : (
          <Button size="small" variant="quiet" onClick={() => stopUpload(item.filmId, item.slot)}>
            {_('Stop')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The figures are read at the bar: a live region would read every one of them aloud. */
function StepText({ item }: { item: UploadItem }) {
  if (item.step !== 'uploading') return stepText(item);
  return (
    <>
      <span aria-hidden>{stepText(item)}</span>
      <span className="sr-only">{_('Uploading {fileName}', { fileName: item.fileName })}</span>
    </>
  );
}
