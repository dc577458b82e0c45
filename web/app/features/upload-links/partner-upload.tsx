import { timestampDate } from '@bufbuild/protobuf/wkt';
import { UploadState } from '@marquee/contracts/media/v1/media_pb';
import {
  type OpenUploadLinkResponse,
  UploadLinkService,
  UploadLinkState,
} from '@marquee/contracts/media/v1/upload_link_pb';
import { UPLOAD_LINK_MESSAGES } from '@marquee/rules/upload-links';
import { useCallback, useEffect, useState } from 'react';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { formatMoment } from '../../language/format.ts';
import { _, msg, worded } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Entrance } from '../auth/entrance.tsx';
import { FilePicker } from '../upload/file-picker.tsx';
import { LocalUpload } from '../upload/local-upload.tsx';
import { bytesText } from '../upload/send-words.ts';
import { slotTitles } from '../upload/slot-titles.ts';
import { startUpload } from '../upload/start-upload.ts';
import { isEnded, type SlotName, uploadKey, useUploads } from '../upload/upload-store.ts';

type State =
  | { at: 'reading' }
  | { at: 'open'; link: OpenUploadLinkResponse }
  | { at: 'refused'; message: string }
  | { at: 'failed' };

const TITLE = msg(
  '{slot, select, FILM_VIDEO {Upload the film} TRAILER_VIDEO {Upload the trailer} POSTER_IMAGE {Upload the poster} other {Upload the trailer image}}',
);
const CHOOSE = msg('Choose a file');

/** What a link for uploads opens: somebody without an account sends files for one film and sees what became of them [STU-11]. */
export function PartnerUpload() {
  const [token, setToken] = useState<string>();
  const [state, setState] = useState<State>({ at: 'reading' });
  // The fragment never leaves the browser, and stays in the address so that the page can be opened again.
  useEffect(() => setToken(new URLSearchParams(window.location.hash.slice(1)).get('token') ?? ''), []);
  const load = useCallback(async () => {
    if (token === undefined) return;
    try {
      setState({ at: 'open', link: await client(UploadLinkService).openUploadLink({ token }) });
    } catch (thrown) {
      const { code } = refusalOf(thrown);
      const isRefused = code === 'NotFound' || code === 'InvalidArgument';
      setState(
        isRefused ? { at: 'refused', message: messageOf(thrown, _(UPLOAD_LINK_MESSAGES.ended)) } : { at: 'failed' },
      );
    }
  }, [token]);
  useEffect(() => void load(), [load]);

  if (state.at === 'open' && token !== undefined) return <OpenedLink token={token} link={state.link} reload={load} />;
  return (
    <Entrance title={_('Upload for a film')}>
      {state.at === 'reading' ? <Skeleton className="h-40" label={_('Opening the link')} /> : null}
      {state.at === 'refused' ? (
        <Banner tone="danger" urgent>
          {state.message}
        </Banner>
      ) : null}
      {state.at === 'failed' ? (
        <ErrorState title={_('We could not open this link.')} onRetry={() => void load()} />
      ) : null}
    </Entrance>
  );
}

type OpenedProps = { token: string; link: OpenUploadLinkResponse; reload: () => Promise<void> };

function OpenedLink({ token, link, reload }: OpenedProps) {
  const slot = link.slot as SlotName;
  // The part of the token before its signature.
  const linkId = token.split('.')[0] ?? '';
  const key = uploadKey(linkId, slot);
  const local = useUploads().find((item) => item.key === key);
  const step = local?.step;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step may have changed what is listed
  useEffect(() => void reload(), [step]);

  const inspect = async (assetId: string) =>
    (await client(UploadLinkService).openUploadLink({ token })).sent.find((file) => file.assetId === assetId);
  const isOver = link.state === UploadLinkState.EXPIRED || link.state === UploadLinkState.REVOKED;
  const expiresAt = link.expiresAt && formatMoment(timestampDate(link.expiresAt));
  return (
    <Entrance
      title={_(TITLE, { slot })}
      lead={_('For “{film}”. You need no account; the filmmaker decides what is used.', { film: link.filmTitle })}
    >
      {isOver ? (
        <Banner tone="warn">{_(UPLOAD_LINK_MESSAGES.ended)}</Banner>
      ) : (
        <p className="text-ink-muted text-small">
          {_('{files} of {filesMax} files sent. This link works until {date}.', {
            files: link.files,
            filesMax: link.filesMax,
            date: expiresAt ?? '',
          })}
        </p>
      )}
      {local ? <LocalUpload item={local} /> : null}
      {isOver || (local && !isEnded(local)) ? null : link.state === UploadLinkState.USED_UP ? (
        <Banner>{_(UPLOAD_LINK_MESSAGES.usedUp)}</Banner>
      ) : (
        <FilePicker
          label={_(CHOOSE)}
          slot={slot}
          isSuggested
          onChoose={(file) => void startUpload(linkId, slot, file, { token, inspect })}
        />
      )}
      <SentFiles link={link} slot={slot} sending={local?.step === 'uploading' ? local.fileName : undefined} />
    </Entrance>
  );
}

const STATES: Partial<Record<UploadState, ReturnType<typeof msg>>> = {
  [UploadState.UPLOADING]: msg('Not complete: choose the same file again to continue.'),
  [UploadState.CHECKING]: msg('Received. We are checking the file.'),
  [UploadState.READY]: msg('Received and checked. The filmmaker can use it now.'),
};

function SentFiles({
  link,
  slot,
  sending,
}: {
  link: OpenUploadLinkResponse;
  slot: SlotName;
  sending: string | undefined;
}) {
  const sent = link.sent.filter(({ state, fileName }) => state !== UploadState.UPLOADING || fileName !== sending);
  if (sent.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="font-medium">{_('Sent for: {slot}', { slot: _(slotTitles[slot]) })}</h2>
      <ul className="grid border-line border-t">
        {sent.map((file) => (
          <li key={file.assetId} className="grid gap-1 border-line border-b py-3">
            <span className="wrap-anywhere font-medium">{file.fileName}</span>
            <span className="text-ink-muted text-small">{bytesText(Number(file.sizeBytes))}</span>
            <span className="text-small" role={file.state === UploadState.REFUSED ? 'alert' : 'status'}>
              {file.state === UploadState.REFUSED ? worded(file.refusedMessage) : textOf(file.state)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function textOf(state: UploadState): string {
  const text = STATES[state];
  return text ? _(text) : '';
}
