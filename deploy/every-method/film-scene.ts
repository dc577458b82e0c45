import { newId } from '@marquee/data/ids';
import * as claims from '@marquee/film/crew/claims';
import { invitationToken } from '@marquee/film/crew/invitation-tokens';
import * as invitations from '@marquee/film/crew/invitations';
import * as diaryEntries from '@marquee/film/diary/diary-entries';
import * as shownDiaries from '@marquee/film/diary/shown-diaries';
import * as featured from '@marquee/film/featured/featured-films';
import * as imports from '@marquee/film/imports/imports';
import * as filmLists from '@marquee/film/lists/film-lists';
import * as filmActions from '@marquee/film/moderation/film-actions';
import * as people from '@marquee/film/people/people';
import { importFilm } from '@marquee/film/seed/import-film';
import { importPlaybacks } from '@marquee/film/seed/import-playbacks';
import * as filmAssets from '@marquee/film/studio/assets';
import * as unlocks from '@marquee/film/watch/unlocks';
import { storeVideo } from '@marquee/media/testing/stored-assets';
import * as orders from '@marquee/payments/orders';
import { createTestProvider } from '@marquee/payments/test-provider';
import { systemClock } from '@marquee/runtime/clock';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { viewers } from '@marquee/testing/viewers';
import { accessScene } from './access-scene.ts';
import { campaignScene } from './campaign-scene.ts';
import type { Around } from './lazily.ts';
import { mediaStorage } from './media-scene.ts';
import { makePayoutAccount } from './own-payouts.ts';
import { PAYMENT_WEBHOOK_SECRET, resourcesOf, serviceNamed } from './running-services.ts';

/** What nobody but its maker and staff may read. */
export const TITLE = 'A Title That Nobody Else May Read';

const HOUR_MS = 3_600_000;

/** The film of a scene: `private` as its maker left it, ready to be published. */
export type FilmState = 'private' | 'released';

type SceneFilm = { id: string; crewId: string; nextCrewId: string };

const filmDb = () => serviceNamed('film').platform.db;
const filmResources = () => resourcesOf('film');
const recipientKey = () => serviceNamed('film').config.RECIPIENT_HASH_KEY as string;

type FilmAround = Around & {
  owner: AccountViewer;
  watcher: AccountViewer;
  /** An address that nobody has. */
  email: string;
  film: () => Promise<SceneFilm>;
  account: () => Promise<{ id: string }>;
  media: Record<'picture' | 'protectedVideo' | 'videoInTranscode', () => Promise<string>>;
};

/** What there is about a film of the owner, and what the watcher has of it. */
export function filmScene({ owner, watcher, email, named, once, film, account, media }: FilmAround) {
  const { picture, protectedVideo, videoInTranscode } = media;
  const invitation = once(async () => {
    const { id: filmId, crewId } = await film();
    const to = { email, phoneNumber: '', language: '' };
    const made = { id: named(newId()), filmId, crewId, invitedBy: owner.accountId, ...to };
    await filmDb().transaction((tx) => invitations.insert(tx, { ...made, createdAt: new Date() }));
    return made.id;
  });
  const person = once(async () => {
    const person = {
      id: named(newId()),
      firstName: 'Ada',
      lastName: 'Lovelace',
      profilePicture: '',
      version: 1n,
      isPrivate: false,
    };
    await filmDb().transaction((tx) => people.keep(tx, person));
    return person.id;
  });
  return {
    ...accessScene({ named, once, film, account }),
    ...campaignScene({ named, once, film }),
    person,
    invitation,
    filmVideoInTranscode: once(async () => {
      const { id: filmId } = await film();
      const mediaId = await videoInTranscode();
      const slot = { filmId, kind: 'FILM_VIDEO', waiting: false } as const;
      await filmDb().transaction((tx) => filmAssets.place(tx, slot, mediaId, new Date()));
      return mediaId;
    }),
    /** A playback of a film whose video is protected. */
    protectedPlayback: once(async () => {
      const [made] = await importPlaybacks(filmResources(), (await film()).id, [watcher]);
      const id = named(made?.id ?? '');
      const text = 'UPDATE playback_sessions SET media_id = $2 WHERE id = $1';
      await resourcesOf('film').db.query(text, [id, await protectedVideo()]);
      return id;
    }),
    /** A replacement of the film's poster that waits for staff. */
    replacement: once(async () => {
      const { id: filmId } = await film();
      const mediaId = await picture();
      const slot = { filmId, kind: 'POSTER_IMAGE', waiting: true } as const;
      await filmDb().transaction((tx) => filmAssets.place(tx, slot, mediaId, new Date()));
    }),
    /** The film is one that staff picked for the home page. */
    featured: once(async () => {
      const { id: filmId } = await film();
      const pick = { filmId, startsAt: null, endsAt: null, updatedBy: newId(), updatedAt: new Date() };
      await filmDb().transaction((tx) => featured.put(tx, pick));
    }),
    publish: async () => {
      const { id } = await film();
      await filmDb().query('UPDATE films SET published = true, is_approved = true WHERE id = $1', [id]);
    },
    /** The film waits for staff, or they have asked its maker for changes. */
    submit: async (changeState: '' | 'REQUESTED') => {
      const { id } = await film();
      await filmDb().query(
        `UPDATE films SET published = true, submitted_at = now(), change_state = $2, change_reason = 'Please.',
           changes_requested_at = now() WHERE id = $1`,
        [id, changeState],
      );
    },
    /** Staff's decision on the film, which its maker is mailed. */
    decision: once(async () => {
      const { id: filmId } = await film();
      const at = { filmId, version: 1n, actorId: newId(), createdAt: new Date() };
      const [id = ''] = await filmDb().transaction((tx) => filmActions.insert(tx, at, [{ kind: 'APPROVED' }]));
      return named(id);
    }),
    claim: once(async () => {
      const { id: filmId, crewId } = await film();
      const claim = { id: named(newId()), filmId, crewId, accountId: newId() };
      await filmDb().transaction((tx) => claims.open(tx, claim, new Date()));
      return claim.id;
    }),
    /** A credit of the film names the caller, who has not answered. */
    namedCredit: once(async () => {
      const { id: filmId, crewId } = await film();
      const claim = { id: named(newId()), filmId, crewId, accountId: watcher.accountId };
      await filmDb().transaction((tx) => claims.name(tx, claim, 'OPEN', new Date()));
      return claim.id;
    }),
    invitationToken: async () => invitationToken(recipientKey(), await invitation()),
    review: once(async () => {
      const found = await filmDb().query<{ id: string }>('SELECT id FROM reviews WHERE film_id = $1', [
        (await film()).id,
      ]);
      return named(found[0]?.id ?? '');
    }),
    award: once(async () => {
      const { id } = await film();
      const [award] = await filmDb().query<{ id: string }>('SELECT id FROM awards WHERE film_id = $1', [id]);
      return named(award?.id ?? '');
    }),
    /** An entry of the caller's diary. */
    diaryEntry: once(async () => {
      const entry = {
        id: named(newId()),
        accountId: watcher.accountId,
        filmId: (await film()).id,
        createdAt: new Date(),
      };
      const of = { watchedOn: new Date('2026-03-14'), rating: 4, rewatch: false, tags: [] };
      await filmDb().transaction((tx) => diaryEntries.insert(tx, { ...entry, ...of }));
      return entry.id;
    }),
    /** An import of the caller. */
    ownImport: once(async () => {
      const row = { id: named(newId()), accountId: watcher.accountId, kind: 'DIARY', fileName: 'diary.csv' };
      await filmDb().transaction((tx) => imports.insert(tx, { ...row, createdAt: new Date() }));
      return row.id;
    }),
    /** A list of the caller, which only they see. */
    filmList: once(async () => named(await makeList(watcher.accountId, false))),
    /** A list that somebody shows. */
    shownList: once(async () => named(await makeList(await person(), true))),
    /** Somebody who shows their diary. */
    diaryAuthor: once(async () => {
      const personId = await person();
      await filmDb().transaction((tx) => shownDiaries.set(tx, personId, true));
      return personId;
    }),
    playback: once(async () => {
      const [made] = await importPlaybacks(filmResources(), (await film()).id, [watcher]);
      return named(made?.id ?? '');
    }),
    /** Names the film as the account has unlocked it. */
    unlockKey: once(async () => {
      const [{ id: filmId }, { id: accountId }] = [await film(), await account()];
      const unlock = { id: named(newId()), accountId };
      await unlocks.insertMany(filmDb(), [unlock], { filmId, expireAt: new Date(8.64e12), createdAt: new Date() });
      return `${filmId}:${unlock.id}`;
    }),
    /** An order of the caller that waits for a card. */
    order: once(async () => named(await makeOrder((await film()).id, watcher))),
    /** An order of somebody that is paid. */
    paidOrder: once(async () => named(await makeOrder((await film()).id, viewers.movieLover(), '4242424242424242'))),
    /** An order of somebody whose refund failed after it had succeeded. */
    owedOrder: once(async () => {
      const id = await makeOrder((await film()).id, viewers.movieLover(), '4242424242424242');
      await filmDb().query("UPDATE orders SET state = 'REFUNDED', owed = amount WHERE id = $1", [id]);
      return named(id);
    }),
    /** What the caller earned can be paid out. */
    payoutAccount: once(() => makePayoutAccount(serviceNamed('film').platform, watcher.accountId)),
  };
}

/** An order of a film that has a price from now on, and its payment at the test provider. */
async function makeOrder(itemId: string, { accountId }: AccountViewer, number = ''): Promise<string> {
  const [id, db, createdAt] = [newId(), filmDb(), new Date()];
  await db.query('UPDATE films SET is_free = false, usd_cost = 499 WHERE id = $1', [itemId]);
  const sold = { kind: 'UNLOCK', itemId, amount: 499n, currency: 'USD', fee: 100n, payeeId: newId() };
  const heldUntil = new Date(createdAt.getTime() + HOUR_MS);
  await db.transaction((tx) => orders.insert(tx, { ...sold, id, accountId, provider: 'test', heldUntil, createdAt }));
  const provider = createTestProvider({ db, clock: systemClock, webhookSecret: PAYMENT_WEBHOOK_SECRET });
  const payment = await provider.createPayment({ id, amount: 499n, currency: 'USD', description: TITLE });
  if (number) await provider.confirm(payment.id, { number });
  const state = number ? 'PAID' : 'PAYING';
  const text = `UPDATE orders SET payment_id = $2, state = $3, paid_at = CASE WHEN $3 = 'PAID' THEN now() END WHERE id = $1`;
  await db.query(text, [id, payment.id, state]);
  return id;
}

export async function makeFilm({ accountId: ownerId }: AccountViewer, state: FilmState): Promise<SceneFilm> {
  const [id, crewId, nextCrewId] = [newId(), newId(), newId()];
  const video = await storeVideo(mediaStorage(), { ownerId, boundFilmId: id, transcode: 'COMPLETE' });
  const playable = { mediaId: video.assetId, playableVersion: video.version, durationMs: 60_000 };
  const isReleased = state === 'released';
  const now = new Date();
  await importFilm(filmResources(), {
    id,
    createdBy: ownerId,
    fields: {
      ...{ filmTitle: TITLE, projectType: 'SHORT', country: 'PT', language: 'pt', languages: ['pt'] },
      ...{ genres: ['Drama'], rating: 'PG-13', logLine: 'A ferryman carries letters.', releaseDate: '2026-03-14' },
      ...{ isStudentFilm: false, isFirstTimeFilmMaker: false, hasSubtitles: false, resolution: '4K' },
    },
    published: isReleased,
    isApproved: isReleased,
    createdAt: now,
    crew: [
      { id: crewId, credit: 'Writer', firstName: 'Ada', lastName: 'Lovelace' },
      { id: nextCrewId, credit: 'Writer', firstName: 'Mary', lastName: 'Somerville' },
    ],
    awards: [{ id: newId(), festivalName: 'A Festival', category: 'Best Film', year: 2026, winner: true }],
    reviews: [{ accountId: newId(), rating: 4, message: 'Good.', createdAt: now }],
    assets: [
      { kind: 'FILM_VIDEO', ...playable },
      { kind: 'TRAILER_VIDEO', ...playable },
      // Media is asked for addresses of videos only.
      { kind: 'POSTER_IMAGE', ...picture() },
      { kind: 'TRAILER_IMAGE', ...picture() },
    ],
  });
  return { id, crewId, nextCrewId };
}

function picture() {
  const id = newId();
  const sizes = { width: 1920, height: 1080, widths: [360, 640] };
  return { mediaId: id, image: { id, uri: `/media/images/${id}`, ...sizes, thumbhash: 'aGFzaA==' } };
}

/** A list of films of an account, without a film. */
export async function makeList(accountId: string, isPublic: boolean): Promise<string> {
  const list = { id: newId(), accountId, title: 'A list', description: '', ranked: false, isPublic };
  await resourcesOf('film').db.transaction((tx) => filmLists.insert(tx, { ...list, createdAt: new Date() }));
  return list.id;
}
