import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { UploadState } from '@marquee/contracts/media/v1/media_pb';
import { UploadLinkState } from '@marquee/contracts/media/v1/upload_link_pb';
import { UPLOAD_LINK_MESSAGES } from '@marquee/rules/upload-links';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dialogGone, doing, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { uploadStore } from '../upload/upload-store.ts';
import { PartnerUpload } from './partner-upload.tsx';
import { UploadLinks } from './upload-links.tsx';

const link = (changes = {}) => ({
  id: '1',
  slot: 'POSTER_IMAGE',
  partnerName: 'Studio Ocho',
  state: UploadLinkState.OPEN,
  files: 1,
  filesMax: 3,
  expiresAt: timestampFromDate(new Date('2026-12-01T12:00:00Z')),
  token: '1.signature',
  ...changes,
});

let copied: string[] = [];
beforeEach(() => {
  copied = [];
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  for (const { key } of uploadStore.all()) uploadStore.remove(key);
});

describe('the studio', () => {
  const open = (answers: Answers) => showPage(<UploadLinks filmId={FILM_ID} />, { answers });

  test('a maker makes a link, which is copied with its token in the fragment [STU-11:partner]', async () => {
    const made = { createUploadLink: () => ({ link: link() }) };
    const { sent } = await open({
      listUploadLinks: inTurn(
        () => ({}),
        () => ({ links: [link()] }),
      ),
      ...made,
    });
    fireEvent.click(await screen.findByRole('button', { name: 'New upload link' }));
    await press('Make and copy the link');
    expect(await screen.findByText(UPLOAD_LINK_MESSAGES.partnerName)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Who gets it'), { target: { value: 'Studio Ocho' } });
    fireEvent.change(screen.getByLabelText('What they upload'), { target: { value: 'POSTER_IMAGE' } });
    fireEvent.change(screen.getByLabelText('How long it works'), { target: { value: '3' } });
    await press('Make and copy the link');
    await waitFor(() => expect(copied).toEqual([`${window.location.origin}/partner-upload#token=1.signature`]));
    const asked = { filmId: FILM_ID, partnerName: 'Studio Ocho', slot: 'POSTER_IMAGE', days: 3, filesMax: 3 };
    expect(sent('createUploadLink')).toMatchObject([asked]);
    expect(await screen.findByText(/^Poster, 1 of 3 files sent, until /)).toBeTruthy();
    await dialogGone();
  });

  test('a refusal stands above the button, and what was typed stays', async () => {
    await open({
      listUploadLinks: () => ({}),
      createUploadLink: refusing(Code.ResourceExhausted, { message: UPLOAD_LINK_MESSAGES.tooMany }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'New upload link' }));
    const name = screen.getByLabelText('Who gets it') as HTMLInputElement;
    fireEvent.change(name, { target: { value: 'A lab' } });
    await press('Make and copy the link');
    expect((await screen.findByRole('alert')).textContent).toBe(UPLOAD_LINK_MESSAGES.tooMany);
    expect(name.value).toBe('A lab');
  });

  test('a link that can be used is withdrawn after a question; one that has ended says how', async () => {
    const ended = link({ id: '2', partnerName: 'A lab', state: UploadLinkState.EXPIRED });
    const { sent } = await open({ listUploadLinks: () => ({ links: [link(), ended] }), revokeUploadLink: () => ({}) });
    const [first, second] = await screen.findAllByRole('listitem');
    expect(within(second as HTMLElement).getByText('Expired')).toBeTruthy();
    expect(within(second as HTMLElement).queryByRole('button')).toBeNull();
    fireEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Withdraw the link for Studio Ocho?')).toBeTruthy();
    await press('Withdraw the link');
    await waitFor(() => expect(sent('revokeUploadLink')).toMatchObject([{ linkId: '1' }]));
    await dialogGone();
  });

  test('links that could not be loaded can be asked for again; a failed withdrawal says so', async () => {
    await open({
      listUploadLinks: inTurn<[], object>(failing, () => ({ links: [link()] })),
      revokeUploadLink: failing,
    });
    expect(await screen.findByText('We failed to load your links.')).toBeTruthy();
    await press('Try again');
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    await press('Withdraw the link');
    await seeToast('Something went wrong. Please try again later.');
  });
});

describe('the page of a link', () => {
  const opened = (changes = {}) => ({
    filmTitle: 'Salt',
    slot: 'FILM_VIDEO',
    state: UploadLinkState.OPEN,
    files: 0,
    filesMax: 3,
    expiresAt: timestampFromDate(new Date('2026-12-01T12:00:00Z')),
    sent: [],
    ...changes,
  });
  const open = async (answers: Answers) => {
    window.history.replaceState(null, '', '/partner-upload#token=7.signature');
    return showPage(<PartnerUpload />, { answers });
  };

  test('it says what it is for and takes a file, without an account [STU-11:partner]', async () => {
    const { sent } = await open({ openUploadLink: () => opened() });
    expect(await screen.findByRole('heading', { name: 'Upload the film' })).toBeTruthy();
    expect(screen.getByText(/^For “Salt”\./)).toBeTruthy();
    expect(screen.getByLabelText('Choose a file')).toBeTruthy();
    expect(sent('openUploadLink')[0]).toMatchObject({ token: '7.signature' });
  });

  test('it shows what became of each file', async () => {
    const file = (id: string, state: UploadState, refusedMessage = '') => ({
      ...{ assetId: id, fileName: `${id}.mov`, sizeBytes: 1_000n, state, refusedMessage },
    });
    const sent = [
      file('a', UploadState.READY),
      file('b', UploadState.REFUSED, 'This video is shorter than half a second.'),
      file('c', UploadState.CHECKING),
      file('d', UploadState.UPLOADING),
    ];
    await open({ openUploadLink: () => opened({ sent, files: 3, state: UploadLinkState.USED_UP }) });
    const lines = await screen.findAllByRole('listitem');
    expect(lines.map(({ lastChild }) => lastChild?.textContent)).toEqual([
      'Received and checked. The filmmaker can use it now.',
      'This video is shorter than half a second.',
      'Received. We are checking the file.',
      'Not complete: choose the same file again to continue.',
    ]);
    expect(screen.getByText(UPLOAD_LINK_MESSAGES.usedUp)).toBeTruthy();
    expect(screen.queryByLabelText('Choose a file')).toBeNull();
  });

  test('what is on its way from this tab is not listed a second time', async () => {
    const file = (fileName: string, state: UploadState) => ({ assetId: fileName, fileName, sizeBytes: 1_000n, state });
    const sent = [
      file('now.mov', UploadState.UPLOADING),
      file('before.mov', UploadState.UPLOADING),
      file('done.mov', UploadState.READY),
    ];
    const item = { key: '7:FILM_VIDEO', filmId: '7', slot: 'FILM_VIDEO', fileName: 'now.mov' } as const;
    await doing(() => uploadStore.put({ ...item, sentBytes: 1, totalBytes: 2, step: 'uploading', isPartners: true }));
    await open({ openUploadLink: () => opened({ sent, files: 1 }) });
    const lines = await screen.findAllByRole('listitem');
    expect(lines.map(({ firstChild }) => firstChild?.textContent)).toEqual(['before.mov', 'done.mov']);
    await doing(() => uploadStore.remove(item.key));
  });

  test.each([UploadLinkState.EXPIRED, UploadLinkState.REVOKED])(
    'one that has ended (%s) takes nothing',
    async (state) => {
      await open({ openUploadLink: () => opened({ state }) });
      expect(await screen.findByText(UPLOAD_LINK_MESSAGES.ended)).toBeTruthy();
      expect(screen.queryByLabelText('Choose a file')).toBeNull();
    },
  );

  test('an unknown one says so, and what failed can be tried again', async () => {
    const unknown = refusing(Code.NotFound, { message: UPLOAD_LINK_MESSAGES.ended });
    await open({ openUploadLink: inTurn<[], object>(failing, unknown) });
    expect(await screen.findByText('We could not open this link.')).toBeTruthy();
    await press('Try again');
    expect((await screen.findByRole('alert')).textContent).toBe(UPLOAD_LINK_MESSAGES.ended);
  });

  test('the tray of uploads, which leads to the studio, does not show a partner’s file', async () => {
    const { UploadTray } = await import('../upload/upload-tray.tsx');
    await showPage(<UploadTray />);
    const item = { key: '7:FILM_VIDEO', filmId: '7', slot: 'FILM_VIDEO', fileName: 'salt.mov' } as const;
    const size = { sentBytes: 1, totalBytes: 2, step: 'uploading' } as const;
    await doing(() => uploadStore.put({ ...item, ...size, isPartners: true }));
    expect(screen.queryByText('salt.mov')).toBeNull();
    await doing(() => uploadStore.put({ ...item, ...size }));
    expect(screen.getByText('salt.mov')).toBeTruthy();
  });
});
