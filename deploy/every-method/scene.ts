import type { DescMethod } from '@bufbuild/protobuf';
import { Audience, accessOf } from '@marquee/contracts/access';
import { ProgrammeDeskService } from '@marquee/contracts/festival/v1/programme_pb';
import { SubmissionService } from '@marquee/contracts/festival/v1/submissions_pb';
import { newId } from '@marquee/data/ids';
import * as settings from '@marquee/marketing/settings/settings';
import * as notices from '@marquee/notification/notices/notices';
import { createRefusalTokens } from '@marquee/notification/refusals/refusal-tokens';
import { metricsViewers } from '@marquee/rules/declared-settings';
import type { Viewer } from '@marquee/runtime/viewer';
import { viewers } from '@marquee/testing/viewers';
import { withAccount } from './accounts.ts';
import { type Caller, viewerOf } from './callers.ts';
import { doorsScene } from './doors-scene.ts';
import { festivalScene } from './festival-scene.ts';
import { type FilmState, filmScene, makeFilm } from './film-scene.ts';
import { identityScene } from './identity-scene.ts';
import { lazily } from './lazily.ts';
import { mediaScene } from './media-scene.ts';
import { serviceNamed } from './running-services.ts';
import { submissionsScene } from './submissions-scene.ts';

/** A world of objects around one caller, each made when a request first names it. */
export type Scene = Awaited<ReturnType<typeof openScene>>;

/** A scene for a call of the method. The objects belong to the caller wherever callers have objects. */
export async function openScene(method: DescMethod, caller: Caller, state = filmStateFor(method)) {
  // Who makes a programme chooses from their own films, and makers submit theirs.
  const isOwner =
    accessOf(method)?.audience === Audience.PRO ||
    method.parent === ProgrammeDeskService ||
    method.parent === SubmissionService;
  const viewer: Viewer = await withAccount(method, viewerOf(caller));
  const owner = isOwner && viewer.kind === 'account' ? viewer : viewers.entertainmentPro();
  // A service calls for nobody; what it asks about belongs to somebody.
  const watcher = viewer.kind === 'account' ? viewer : viewers.movieLover();
  const email = `${newId()}@example.com`;
  const ids = new Set<string>([watcher.accountId, owner.accountId, email]);
  const named = (id: string) => {
    ids.add(id);
    return id;
  };

  const once = lazily();
  const film = once(async () => {
    const made = await makeFilm(owner, state);
    named(made.id);
    return made;
  });
  const ownFilm = async () => (await film()).id;
  const around = { named, once };
  const media = mediaScene({ ...around, owner, film: ownFilm });
  const identity = identityScene({ ...around, viewer, watcher });
  const festival = festivalScene({ ...around, viewer, film: ownFilm });
  return {
    ...media,
    ...identity,
    ...festival,
    ...filmScene({ ...around, owner, watcher, email, film, account: identity.account, media }),
    ...submissionsScene({ ...around, viewer, film: ownFilm, organization: festival.organization }),
    ...doorsScene({ ...around, userTicket: festival.userTicket }),
    owner,
    named,
    film,
    /** An address that nobody has. */
    email,
    refusalToken: () => tokensOfRefusals().tokenFor(email),
    /** A notice of the caller. */
    notice: once(async () => {
      const about = { kind: 'CONNECTION_REQUESTED', variant: '', actorId: newId(), filmId: '', subjectId: '' } as const;
      const event = { ...about, eventKey: newId(), recipientId: watcher.accountId };
      const recipients = [{ accountId: watcher.accountId, inApp: true, digestKey: '' }];
      const { db } = serviceNamed('notification').platform;
      const [made] = await db.transaction((tx) => notices.add(tx, event, recipients, new Date()));
      return named(made?.id ?? '');
    }),
    callerId: () => watcher.accountId,
    /** The caller is on the list of who sees metrics, beside those of other scenes. */
    metricsViewer: once(async () => {
      const key = metricsViewers.key;
      const { db } = serviceNamed('marketing').platform;
      const name = watcher.accountId;
      await db.transaction(async (tx) => {
        const before = await settings.lock(tx, key);
        const items = [...((before?.value ?? []) as object[]), { name, label: '', children: [] }];
        const version = (before?.version ?? 0n) + 1n;
        const why = { savedBy: name, savedAt: new Date(), reason: 'a scene', rolledBackTo: null };
        await settings.save(tx, { key, version, value: items, ...why });
      });
      return name;
    }),
    /** Settings are everybody's: this is what the calls before have left. */
    settingVersion: async () =>
      (await settings.find(serviceNamed('marketing').platform.db, 'free-unlock-hours'))?.version ?? 0n,
    /** Rows that mention none of them are not the scene's. */
    ids: () => [...ids],
  };
}

/** Makers work on films that are not published yet; all other callers find only those that are. */
function filmStateFor(method: DescMethod): FilmState {
  const audience = accessOf(method)?.audience;
  return audience === Audience.PRO || audience === Audience.STAFF ? 'private' : 'released';
}

function tokensOfRefusals() {
  const { REFUSAL_HASH_KEY, REFUSAL_TOKEN_KEY } = serviceNamed('notification').config;
  return createRefusalTokens(REFUSAL_HASH_KEY as string, REFUSAL_TOKEN_KEY as string);
}
